package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// polling is the time between two looks at the specs.
const polling = 300 * time.Millisecond

// stamp tells versions of a file apart. The zero value means that there is no file.
type stamp struct {
	size    int64
	changed time.Time
	// children are the stamps of the child machines of a spec.
	children string
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{size: info.Size(), changed: info.ModTime()}
}

// stamp returns the stamp of a spec with its child machines, as they were last generated.
func (w *watcher) stamp(path string) stamp {
	s := stampOf(path)
	for _, child := range w.children[path] {
		c := stampOf(filepath.FromSlash(child))
		s.children += fmt.Sprintln(child, c.size, c.changed.UnixNano())
	}
	return s
}

// watcher runs generate for each spec that changes.
type watcher struct {
	generator
	args []string
	// out gets one line for each spec; the output of generate itself is dropped.
	out io.Writer
	// known are the specs as they were last generated, in order. fresh are the stamps of specs that differ from known:
	// they are generated when they have not changed for one look, because editors write in steps.
	known []string
	last  map[string]stamp
	fresh map[string]stamp
	// children are the child machines of each spec, also those that could not be read.
	children map[string][]string
	// failed are the specs without current files.
	failed map[string]bool
	// fault is the reason why the last look failed, or "".
	fault string
}

func newWatcher(g generator, args []string) *watcher {
	if len(args) == 0 {
		args = []string{"."}
	}
	w := &watcher{generator: g, args: args, out: g.std.out, last: map[string]stamp{}, fresh: map[string]stamp{}, children: map[string][]string{}, failed: map[string]bool{}}
	w.std.out = io.Discard
	return w
}

// run generates all specs, and looks for changes at each tick, until the context is done.
func (w *watcher) run(ctx context.Context, tick <-chan time.Time) error {
	if err := w.start(ctx); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
		if err := w.look(ctx); err != nil {
			return err
		}
	}
}

// start generates all specs.
func (w *watcher) start(ctx context.Context) error {
	if slices.Contains(w.args, "-") {
		return errStdin
	}
	for _, arg := range w.args {
		if _, err := findIn(arg); err != nil {
			return fault(err)
		}
	}
	if err := w.generate(ctx, w.find()); err != nil || ctx.Err() != nil {
		return err
	}
	_, err := fmt.Fprintf(w.out, "watching %s for changes; Ctrl-C ends\n", diag.Printable(strings.Join(w.args, " ")))
	return fault(err)
}

// find lists the specs that there are, in the order of the arguments. What cannot be read counts as gone, and is
// reported once.
func (w *watcher) find() (specs []string) {
	trouble := ""
	for _, arg := range w.args {
		found, err := findIn(arg)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			trouble = err.Error()
		}
		for _, f := range found {
			if !slices.Contains(specs, f) {
				specs = append(specs, f)
			}
		}
	}
	if trouble != "" && trouble != w.fault {
		fmt.Fprintf(w.std.err, "fsmgen: %s\n", diag.Printable(trouble))
	}
	w.fault = trouble
	return specs
}

// look generates the specs that have changed and rest since the last look, and says which specs are gone.
func (w *watcher) look(ctx context.Context) error {
	found := w.find()
	var due []string
	folders := map[string]bool{}
	for _, path := range found {
		if w.rests(path, w.stamp(path)) {
			due = append(due, path)
			folders[filepath.Dir(path)] = true
		}
	}
	for _, path := range slices.Clone(w.known) {
		if slices.Contains(found, path) || !w.rests(path, stamp{}) {
			continue
		}
		folders[filepath.Dir(path)] = true
		w.known = slices.DeleteFunc(w.known, func(k string) bool { return k == path })
		delete(w.last, path)
		delete(w.children, path)
		delete(w.failed, path)
		if err := w.gone(path); err != nil {
			return err
		}
	}
	// The fault of a spec may have been in its neighbor.
	for _, path := range w.known {
		if w.failed[path] && folders[filepath.Dir(path)] && !slices.Contains(due, path) && slices.Contains(found, path) {
			due = append(due, path)
		}
	}
	return w.generate(ctx, due)
}

// rests reports whether a spec differs from what was last generated, but not from what it was at the last look.
func (w *watcher) rests(path string, now stamp) bool {
	old, known := w.last[path]
	if known && old == now {
		delete(w.fresh, path)
		return false
	}
	before, seen := w.fresh[path]
	w.fresh[path] = now
	return seen && before == now
}

// gone says that a spec was deleted, and which of its files remain.
func (w *watcher) gone(path string) error {
	delete(w.fresh, path)
	var left []string
	for _, o := range gen.Outputs(gen.Beside) {
		if name := o.FileName(path); exists(filepath.Join(filepath.Dir(path), name)) {
			left = append(left, name)
		}
	}
	text := "deleted"
	if len(left) > 0 {
		text += "; delete its files, too: " + strings.Join(left, ", ")
	}
	return w.say(path, text)
}

func (w *watcher) say(path, text string) error {
	_, err := fmt.Fprintf(w.out, "%s: %s\n", filePath(path), diag.Printable(text))
	return fault(err)
}

// generate generates specs. Errors of a spec, and files that cannot be written, do not end it.
func (w *watcher) generate(ctx context.Context, paths []string) error {
	for _, path := range paths {
		w.last[path] = w.stamp(path)
		delete(w.fresh, path)
		if !slices.Contains(w.known, path) {
			w.known = append(w.known, path)
		}
		w.findings = false
		err := w.spec(ctx, path)
		if ctx.Err() != nil {
			return nil
		}
		if !slices.Equal(w.children[path], w.read) {
			w.children[path] = w.read
			w.last[path] = w.stamp(path)
		}
		if err != nil {
			fmt.Fprintf(w.std.err, "fsmgen: %s\n", diag.Printable(err.Error()))
		}
		w.failed[path] = err != nil || w.findings && !w.unproved
		text := fmt.Sprintf("generated: %s, %d unchanged", plural(w.changed, "file changed", "files changed"), w.unchanged)
		if err != nil || w.changed+w.unchanged == 0 {
			text = "not generated"
		}
		if err := w.say(path, text); err != nil {
			return err
		}
	}
	return nil
}

// plural returns a number with a noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
