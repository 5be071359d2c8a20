package durabletest

import (
	"os"
	"syscall"
)

// memory is the file system that Linux keeps in memory.
const memory = "/dev/shm"

// enough is how much must be free there: many times what the files of all tests take at once.
const enough = 1 << 30

// FilesInMemory lets the temporary folders of this program's tests lie in memory, where there is room for them and nobody has said where else
// they should be. What is tested is the order in which files are written and synced and what is left when a program is killed; a disk
// would only add the time of thousands of syncs. Call it before the first test.
func FilesInMemory() {
	var free syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memory, &free) != nil || free.Bavail*uint64(free.Bsize) < enough {
		return
	}
	if f, err := os.CreateTemp(memory, "fieldpost"); err == nil {
		f.Close()
		os.Remove(f.Name())
		os.Setenv("TMPDIR", memory)
	}
}
