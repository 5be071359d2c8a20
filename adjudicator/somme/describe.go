package somme

// describe is the position for try and machine reports.
func describe(k *Game) any { return k.Units }
