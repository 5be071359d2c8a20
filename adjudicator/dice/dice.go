package dice

// Source makes the values of rolls and draws, and the proof of each.
type Source interface {
	// Roll throws n dice of the given sides under a key (the VRF stream, 1 to 64 bytes).
	Roll(key string, n, sides int) (values []int, proof []byte, err error)
	// Draw picks one of n pieces: 0 to n-1.
	Draw(key string, n int) (index int, proof []byte, err error)
}
