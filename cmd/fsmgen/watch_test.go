package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// watching is a watcher that looks when the test says so.
type watching struct {
	*watcher
	t        *testing.T
	dir      string
	out, err bytes.Buffer
	writes   int
}

// watch starts a watcher of all folders below a new folder with the given files.
func watch(t *testing.T, files ...string) *watching {
	w := &watching{t: t, dir: t.TempDir()}
	for i := 0; i < len(files); i += 2 {
		w.write(files[i], files[i+1])
	}
	w.watcher = newWatcher(generator{std: stdio{strings.NewReader(""), &w.out, &w.err}}, []string{w.dir + "/..."})
	if err := w.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

// write writes a file whose time differs from that of each version before.
func (w *watching) write(name, data string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(data), 0o666)); err != nil {
		w.t.Fatal(err)
	}
	w.writes++
	at := time.Unix(1_700_000_000+int64(w.writes), 0)
	if err := os.Chtimes(path, at, at); err != nil {
		w.t.Fatal(err)
	}
}

// looks lets the watcher look several times.
func (w *watching) looks(times int) {
	w.t.Helper()
	for range times {
		if err := w.look(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// printed compares what was printed since the last call, on both streams.
func (w *watching) printed(out, err string) {
	w.t.Helper()
	clean := func(b *bytes.Buffer) string {
		text := strings.ReplaceAll(b.String(), filepath.ToSlash(w.dir), "DIR")
		b.Reset()
		return strings.ReplaceAll(text, w.dir, "DIR")
	}
	if d := cmp.Diff(out, clean(&w.out)); d != "" {
		w.t.Errorf("standard output (-want +got):\n%s", d)
	}
	text := clean(&w.err)
	if err == "" && text != "" || !strings.Contains(text, err) {
		w.t.Errorf("standard error is %q, want %q", text, err)
	}
}

const (
	watchedDoor = "machine: Door\ngo: {package: door}\nevents: {Open: {}}\ninitial: Closed\nterminal: {done: [Opened]}\nstates: {Closed: {on: {Open: Opened}}, Opened: {}}\n"
	watchedLamp = "machine: Lamp\ngo: {package: lamp, faces: []}\nevents: {Off: {}}\ninitial: On\nterminal: {done: [Dark]}\nstates: {On: {on: {Off: Dark}}, Dark: {}}\n"
)

// TestWatch edits, breaks, repairs, adds, and deletes specs.
func TestWatch(t *testing.T) {
	w := watch(t, "door/door.fsm.yaml", watchedDoor)
	w.printed("DIR/door/door.fsm.yaml: generated: 6 files changed, 0 unchanged\nwatching DIR/... for changes; Ctrl-C ends\n", "")
	card := func() string {
		data, err := os.ReadFile(filepath.Join(w.dir, "door/door.fsm.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}

	w.looks(3)
	w.printed("", "")

	w.write("door/door.fsm.yaml", "doc: The doc of a card.\n"+watchedDoor)
	w.looks(1)
	w.printed("", "") // it may still be written
	w.write("door/door.fsm.yaml", "doc: The best doc of a card.\n"+watchedDoor)
	w.looks(1)
	w.printed("", "")
	w.looks(1)
	w.printed("DIR/door/door.fsm.yaml: generated: 2 files changed, 4 unchanged\n", "")
	if !strings.Contains(card(), "The best doc") {
		t.Error("the card is not new")
	}

	w.write("door/door.fsm.yaml", strings.Replace(watchedDoor, "Open: Opened", "Open: Opend", 1))
	w.looks(2)
	w.printed("DIR/door/door.fsm.yaml: not generated\n", "unknown state `Opend`")
	if !strings.Contains(card(), "The best doc") {
		t.Error("an error has changed the card")
	}
	w.write("door/door.fsm.yaml", watchedDoor)
	w.looks(2)
	w.printed("DIR/door/door.fsm.yaml: generated: 2 files changed, 4 unchanged\n", "")

	w.write("lamp/lamp.fsm.yaml", watchedLamp)
	w.looks(2)
	w.printed("DIR/lamp/lamp.fsm.yaml: generated: 4 files changed, 0 unchanged\n", "")

	if err := os.Remove(filepath.Join(w.dir, "lamp/lamp.fsm.yaml")); err != nil {
		t.Fatal(err)
	}
	w.looks(1)
	w.printed("", "") // it may be replaced
	w.looks(1)
	w.printed("DIR/lamp/lamp.fsm.yaml: deleted; delete its files, too: lamp_fsm.go, lamp_fsm_test.go, lamp.fsm.md, lamp.fsm.svg\n", "")
	w.looks(2)
	w.printed("", "")
}

// TestWatchEnds looks at each tick until the context is done, or until nobody reads the output.
func TestWatchEnds(t *testing.T) {
	w := watch(t, "door.fsm.yaml", watchedDoor)
	w.printed("DIR/door.fsm.yaml: generated: 6 files changed, 0 unchanged\nwatching DIR/... for changes; Ctrl-C ends\n", "")
	w.write("door.fsm.yaml", "doc: The doc of a card.\n"+watchedDoor)
	ctx, stop := context.WithCancel(t.Context())
	tick, done := make(chan time.Time), make(chan error)
	go func() { done <- w.run(ctx, tick) }()
	for range 3 {
		tick <- time.Time{}
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("an interrupt is an error: %v", err)
	}
	w.printed("DIR/door.fsm.yaml: generated: 2 files changed, 4 unchanged\nwatching DIR/... for changes; Ctrl-C ends\n", "")

	w.watcher.out = closed{}
	w.write("door.fsm.yaml", watchedDoor)
	go func() { done <- w.run(t.Context(), tick) }()
	if err := <-done; !errors.Is(err, os.ErrClosed) {
		t.Errorf("it goes on without a reader: %v", err)
	}
}

// closed is a writer that nobody reads.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestWatchNeighbors repairs a spec that fails because of another one.
func TestWatchNeighbors(t *testing.T) {
	w := watch(t, "a.fsm.yaml", watchedDoor, "other/b.fsm.yaml", "machine: [")
	w.printed("DIR/a.fsm.yaml: generated: 6 files changed, 0 unchanged\nDIR/other/b.fsm.yaml: not generated\nwatching DIR/... for changes; Ctrl-C ends\n", "invalid YAML")
	w.write("b.fsm.yaml", watchedDoor)
	w.looks(2)
	w.printed("DIR/b.fsm.yaml: not generated\n", "would declare the same names in Go")
	w.write("a.fsm.yaml", strings.Replace(watchedDoor, "Door", "Gate", 1))
	w.looks(2)
	w.printed("DIR/a.fsm.yaml: not generated\nDIR/b.fsm.yaml: not generated\n", "would declare the same names in Go")
	w.write("a.fsm.yaml", strings.Replace(watchedDoor, "Door\ngo: {", "Gate\ngo: {prefix: Gate, ", 1))
	w.looks(2)
	w.printed("DIR/a.fsm.yaml: generated: 6 files changed, 0 unchanged\nDIR/b.fsm.yaml: generated: 6 files changed, 0 unchanged\n", "")
	w.write("b.fsm.yaml", watchedDoor+"doc: The doc of a card.\n")
	w.looks(2)
	w.printed("DIR/b.fsm.yaml: generated: 2 files changed, 4 unchanged\n", "")
}

// TestWatchWrong has specs and files that generate refuses.
func TestWatchWrong(t *testing.T) {
	endless := strings.Replace(watchedDoor, "{Open: Opened}", "{Open: Closed}", 1)
	w := watch(t, "endless.fsm.yaml", endless, "lamp.fsm.yaml", watchedLamp, "lamp.fsm.md", "mine")
	w.printed("DIR/endless.fsm.yaml: not generated\nDIR/lamp.fsm.yaml: not generated\nwatching DIR/... for changes; Ctrl-C ends\n",
		"lamp.fsm.md has no \"Code generated by fsmgen\" in its first line and is left unchanged")
	if err := os.Remove(filepath.Join(w.dir, "lamp.fsm.md")); err != nil {
		t.Fatal(err)
	}
	w.write("endless.fsm.yaml", strings.Replace(watchedDoor, "Door\ngo: {", "Door\ngo: {prefix: Door, ", 1))
	w.looks(2)
	w.printed("DIR/endless.fsm.yaml: generated: 6 files changed, 0 unchanged\nDIR/lamp.fsm.yaml: generated: 4 files changed, 0 unchanged\n", "")

	for _, args := range [][]string{{"-"}, {filepath.Join(w.dir, "gone")}} {
		if err := newWatcher(generator{}, args).start(t.Context()); err == nil {
			t.Errorf("watches %v", args)
		}
	}
}

// TestWatchChildren changes, breaks, and repairs the child machine of a spec in another folder.
func TestWatchChildren(t *testing.T) {
	kid := "machine: Kid\ngo: {package: kid, faces: []}\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\nprogress: {A: 1}\nbound: 1\n"
	parent := "machine: Parent\ngo: {package: parent, faces: []}\nuse: {Kid: ../kid/kid.fsm.yaml}\nevents: {Stop: {}}\ninitial: A\nterminal: {done: [Done]}\n" +
		"states: {A: {invoke: {machine: Kid, on: {done: Done}}, on: {Stop: Done}}, Done: {}}\nprogress: {A: 1}\nbound: 2\n"
	w := watch(t, "parent/parent.fsm.yaml", parent)
	w.printed("DIR/parent/parent.fsm.yaml: not generated\nwatching DIR/... for changes; Ctrl-C ends\n", "machine `Kid` cannot be used: there is no file")
	w.looks(3)
	w.printed("", "")
	w.write("kid/kid.fsm.yaml", kid)
	w.looks(2)
	w.printed("DIR/kid/kid.fsm.yaml: generated: 4 files changed, 0 unchanged\nDIR/parent/parent.fsm.yaml: generated: 4 files changed, 0 unchanged\n", "")
	w.looks(3)
	w.printed("", "")
	w.write("kid/kid.fsm.yaml", kid+"doc: It goes.\n")
	w.looks(2)
	w.printed("DIR/kid/kid.fsm.yaml: generated: 2 files changed, 2 unchanged\nDIR/parent/parent.fsm.yaml: generated: 2 files changed, 2 unchanged\n", "")
	w.write("kid/kid.fsm.yaml", strings.Replace(kid, "Go: Done", "Go: Donne", 1))
	w.looks(2)
	w.printed("DIR/kid/kid.fsm.yaml: not generated\nDIR/parent/parent.fsm.yaml: not generated\n", "unknown state `Donne`")
}
