package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/verify"
)

func TestBytesOf(t *testing.T) {
	for text, want := range map[string]int64{"": 0, "1": 1, "12KB": 12 << 10, "16MB": 16 << 20, "2gb": 2 << 30} {
		if got, err := bytesOf(text); err != nil || got != want {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"0", "-1MB", "MB", "1TB", "x", "1.5MB", "9223372036854775807GB"} {
		if got, err := bytesOf(text); err == nil {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
}

func TestLine(t *testing.T) {
	var out bytes.Buffer
	start := time.Now()
	l := &line{to: &out, path: "a.fsm.yaml", after: start.Add(time.Second)}
	l.say("exploring")
	l.show(start)
	if l.wipe(); out.Len() > 0 {
		t.Errorf("too early: %q", out.String())
	}
	l.show(start.Add(2 * time.Second))
	l.show(start.Add(3 * time.Second))
	l.say("proving")
	l.show(start.Add(4 * time.Second))
	l.wipe()
	const want = "\ra.fsm.yaml: exploring\x1b[K\ra.fsm.yaml: proving\x1b[K\r\x1b[K"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestWatchedQuiet holds what is no terminal to stay free of lines.
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
	got := watched(file, "a.fsm.yaml", func(watch func(string)) *verify.Report { watch("something"); return want })
	if info, err := file.Stat(); got != want || err != nil || info.Size() > 0 {
		t.Errorf("%v (%v)", got, err)
	}
}
