package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/verify"
)

// quiet is the time before a verification shows its progress.
const quiet = time.Second

// watched runs a verification, which reports its current activity. If err is a terminal
// and the verification takes longer than quiet, a line on it shows the activity. The
// line is erased at the end.
func watched(err io.Writer, path filePath, work func(watch func(doing string)) *verify.Report) *verify.Report {
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

// terminal reports whether a reader or writer is a terminal.
func terminal(of any) bool {
	if o, ok := of.(*output); ok {
		of = o.Writer
	}
	file, ok := of.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// line is a line of a terminal that is overwritten.
type line struct {
	to    io.Writer
	path  filePath
	after time.Time

	mu sync.Mutex
	// doing is the current activity, and shown is the text on the terminal.
	doing, shown string
}

// does sets the current activity.
func (l *line) does(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.doing = what
}

// show writes the line if its time has come and its text has changed.
func (l *line) show(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := "verifying " + l.path.String()
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
