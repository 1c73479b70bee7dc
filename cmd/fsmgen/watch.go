package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/verify"
)

// quiet is how long a verification takes before something is said of it.
const quiet = time.Second

// watched runs a verification, which says what it is doing. Where err is a
// terminal and it takes longer than a second, a line there shows that; it is gone
// in the end.
func watched(err io.Writer, path string, work func(watch func(doing string)) *verify.Report) *verify.Report {
	if !terminal(err) {
		return work(func(string) {})
	}
	l := &line{to: err, path: path, after: time.Now().Add(quiet)}
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(quiet / 5)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case now := <-tick.C:
				l.show(now)
			}
		}
	})
	report := work(l.does)
	close(stop)
	done.Wait()
	l.wipe()
	return report
}

// terminal reports whether a person reads what is written to w.
func terminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// line is one line of a terminal that is written over and over.
type line struct {
	to    io.Writer
	path  string
	after time.Time

	mu sync.Mutex
	// doing is what is being done, and shown what the terminal shows.
	doing, shown string
}

// does takes note of what is being done.
func (l *line) does(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.doing = what
}

// show writes the line if it is time and there is something new.
func (l *line) show(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := "verifying " + l.path
	if l.doing != "" {
		text += ": " + l.doing
	}
	if now.After(l.after) && l.shown != text {
		fmt.Fprint(l.to, "\r"+text+"\x1b[K")
		l.shown = text
	}
}

func (l *line) wipe() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown != "" {
		fmt.Fprint(l.to, "\r\x1b[K")
	}
}
