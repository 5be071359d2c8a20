// Package durabletest is for tests of what must survive on a disk.
//
//	func TestMain(m *testing.M) {
//		durabletest.FilesInMemory()
//		os.Exit(m.Run())
//	}
package durabletest
