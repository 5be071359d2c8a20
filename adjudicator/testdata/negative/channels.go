// Package negative waits on channels.
package negative

type box struct {
	in chan int // want channel
}

func (b box) first() int {
	select { // want channel
	case v := <-b.in: // want channel
		return v
	default:
	}
	b.in <- 1             // want channel
	for v := range b.in { // want channel
		return v
	}
	return 0
}
