// Package inspection looks for what a rulebook still lacks to be played by mail, for those who write one: words in one language, a verb without an
// example, a scenario that cannot be loaded, a check that never finds anything wrong, a schema, a bot, try files. Bots play a game of every scenario in
// every rhythm, to bring to light facts without words and positions that break.
//
//	i := inspection.Inspect(engine, "path/to/the/source")
//	for _, lack := range i.Lacks {
//		fmt.Println(lack) // `words: fr has no "phase.hide", for letters`
//	}
package inspection
