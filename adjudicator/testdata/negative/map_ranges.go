// Package negative runs through maps.
package negative

type stacks map[string][]int

func sum(s stacks) (n int) {
	for _, v := range s { // want map range
		n += len(v)
	}
	for range s { // want map range
		n++
	}
	return n + len(s["D7"]) // looking up is fine
}

func keys[M ~map[string]V, V any](m M) (all []string) {
	for k := range m { // want map range
		all = append(all, k)
	}
	return all
}

func slice(s []int) (n int) {
	for i := range s {
		n += i
	}
	for i := range 3 {
		n += i
	}
	return n
}
