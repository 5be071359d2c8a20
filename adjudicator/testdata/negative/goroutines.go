// Package negative starts goroutines.
package negative

func race(n *int) {
	go func() { *n++ }() // want go
}
