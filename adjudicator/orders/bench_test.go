package orders

import (
	"strings"
	"testing"
)

// twentyLines is a mail as a player of the skirmish sends it.
var twentyLines = strings.Repeat(`G2: move D5 D6; fire priority with all; rally | if_fail: fire C8 with lmg
G3: assault F7 take | when: F7 crushed | if_fail: watch
TK1: move B4 B5 B6 face NE; fire auto | if_fail: fire auto
CH: boost G3 2; support heavy_artillery at E9
standing: watch entry=fire riposte=fire assault=fire; reroll global if hits<1
`, 4)

func BenchmarkParseTwentyLines(b *testing.B) {
	g := NewGrammar(skirmish())
	b.ReportAllocs()
	for b.Loop() {
		if p := g.Parse(field{}, nil, twentyLines, 1); len(p.Faults) > 0 {
			b.Fatal(outcome(p))
		}
	}
}

func BenchmarkParseTwentyFaults(b *testing.B) {
	g, text := NewGrammar(skirmish()), strings.Repeat("G2: mvoe D5 D66; fire Z9 wiht lgm\n", 20)
	b.ReportAllocs()
	for b.Loop() {
		g.Parse(field{}, nil, text, 1)
	}
}

func BenchmarkParseOneOption(b *testing.B) {
	p := NewGrammar(skirmish()).Parser(field{})
	b.ReportAllocs()
	for b.Loop() {
		p.Parse("G2: move D5-D6; fire priority", 1)
	}
}

func BenchmarkNewGrammar(b *testing.B) {
	lang := skirmish()
	for b.Loop() {
		NewGrammar(lang)
	}
}

// BenchmarkHostile is the worst that 64 KiB can do, by kind.
func BenchmarkHostile(b *testing.B) {
	g := NewGrammar(skirmish())
	for name, piece := range map[string]string{
		"places": "G2: move " + strings.Repeat("D5 ", 2700), "ifs": "G2: " + strings.Repeat("if ", 2700), "bars": "G2: rally" + strings.Repeat("| when: ", 900),
		"semicolons": "G2: " + strings.Repeat("; x", 2700), "nots": "if " + strings.Repeat("not ", 2000), "weapons": "G2: fire " + strings.Repeat("with lmg ", 850),
		"unknown": "G2: fire " + strings.Repeat("Z9 ", 2700), "and": "if " + strings.Repeat("F7 lost and ", 600), "colons": "G2" + strings.Repeat(":", 8000),
		"otherwise": "G2: rally " + strings.Repeat("otherwise ", 800), "letters": strings.Repeat("a", 8000), "clauses": "G2: " + strings.Repeat("fire C8 with lmg;", 450),
		"short": "x\nG\n",
	} {
		text := strings.Repeat(piece+"\n", MostText/len(piece))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				g.Parse(field{}, nil, text, 1)
			}
		})
	}
}
