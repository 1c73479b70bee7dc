package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/verify"
)

func TestLine(t *testing.T) {
	var out bytes.Buffer
	start := time.Now()
	l := &line{to: &out, path: "a.fsm.yaml", after: start.Add(time.Second)}
	l.show(start)
	if l.wipe(); out.Len() > 0 {
		t.Errorf("too early: %q", out.String())
	}
	l.show(start.Add(2 * time.Second))
	l.show(start.Add(3 * time.Second))
	l.does("looking for invariants")
	l.show(start.Add(4 * time.Second))
	l.show(start.Add(5 * time.Second))
	l.wipe()
	const want = "\rverifying a.fsm.yaml\x1b[K\rverifying a.fsm.yaml: looking for invariants\x1b[K\r\x1b[K"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestWatchedQuiet checks that no line is written to a file that is not a terminal.
func TestWatchedQuiet(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "err")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, to := range []interface{ Write([]byte) (int, error) }{&bytes.Buffer{}, file} {
		if terminal(to) {
			t.Errorf("%T is taken for a terminal", to)
		}
	}
	want := &verify.Report{}
	got := watched(file, "a.fsm.yaml", func(watch func(string)) *verify.Report {
		watch("looking")
		return want
	})
	if info, err := file.Stat(); got != want || err != nil || info.Size() > 0 {
		t.Errorf("%v (%v)", got, err)
	}
}
