package jetstream_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fieldpost/events"
	"fieldpost/events/logtest"
)

// BenchmarkFsync is the physical limit that BenchmarkAppend is held against: 300 bytes written and synced.
func BenchmarkFsync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "file"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	data := make([]byte, 300)
	for b.Loop() {
		if _, err := f.Write(data); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	s := open(b, b.TempDir())
	defer closeStore(b, s)
	var head events.Head
	for b.Loop() {
		r, err := events.Next(head, events.Event{Game: "hill-7", Actor: "clock", Body: events.Rewound{Reason: string(make([]byte, 200))}})
		if err == nil {
			err = s.Append(context.Background(), r)
		}
		if err != nil {
			b.Fatal(err)
		}
		if head, err = r.Head(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadOneGame reads 100 events of one game among 20, 100 and 300 games.
func BenchmarkLoadOneGame(b *testing.B) {
	for _, games := range []int{20, 100, 300} {
		b.Run(fmt.Sprint(games, "-games"), func(b *testing.B) {
			s := open(b, b.TempDir())
			defer closeStore(b, s)
			for range 10 {
				for g := range games {
					logtest.Extend(b, s, fmt.Sprint("g", g), 10)
				}
			}
			b.ResetTimer()
			for b.Loop() {
				head, err := events.Walk("g7", s.Read(context.Background(), "g7", 1))
				if err != nil || head.Seq != 100 {
					b.Fatal(head, err)
				}
			}
			b.ReportMetric(100*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
