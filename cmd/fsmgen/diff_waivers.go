package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/waiver"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// waiverFile is the name of the list of waivers that diff looks for.
const waiverFile = "fsmgen-waivers.yaml"

// waiverList is a list of waivers, and which of them are used.
type waiverList struct {
	path filePath
	src  []byte
	list []waiver.Waiver
	used []bool
	// diags are the errors of the list. With one, nothing is waived.
	diags diag.List
}

// readWaivers reads the list at a path or, if it is "", the one that findWaivers finds. Without one, the list is empty.
func (std stdio) readWaivers(path string) (*waiverList, error) {
	if path == "" {
		var err error
		if path, err = findWaivers(); err != nil || path == "" {
			return &waiverList{}, fault(err)
		}
	}
	name, src, err := readInput(path, std.in)
	if err != nil {
		return nil, fault(err)
	}
	var codes []string
	for _, r := range diff.Codes() {
		codes = append(codes, string(r.Code))
	}
	w := &waiverList{path: filePath(name), src: src}
	if w.list, w.diags = waiver.Parse(name, src, codes); w.diags.HasErrors() {
		w.list = nil
	}
	w.used = make([]bool, len(w.list))
	return w, nil
}

// quote returns the source for the printer of diagnostics.
func (w *waiverList) quote(file string) []byte {
	if file == string(w.path) {
		return w.src
	}
	return nil
}

// findWaivers looks for a list of waivers in the current folder and those above it, up to the top of the repository, or
// of the Go module if there is no repository. The result is relative, or "".
func findWaivers() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	var dirs []string
	top := 1 // the number of folders to look at
	for module := false; ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if exists(filepath.Join(dir, ".git")) {
			top = len(dirs)
			break
		}
		if !module && exists(filepath.Join(dir, "go.mod")) {
			module, top = true, len(dirs)
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for i := range top {
		path := strings.Repeat(".."+string(filepath.Separator), i) + waiverFile
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", nil
}

// apply marks the breaking changes of a diff that a waiver of its machine names.
func (w *waiverList) apply(d *diff.Diff) {
	d.Waive(func(b diff.Breaking) string {
		reason := ""
		for i, x := range w.list {
			if reason == "" && (x.Machine == d.New || x.Machine == d.Old) && b.Is(diff.Code(x.Code), x.Subject) {
				reason, w.used[i] = x.Reason, true
			}
		}
		return reason
	})
}

// problems returns the errors of the list, and a note for each waiver that has waived nothing. A machine that was not
// compared needs its waivers, so about says of which machines that is known.
func (w *waiverList) problems(about func(machine string) bool) diag.List {
	notes := w.diags
	for i, x := range w.list {
		if w.used[i] || !about(x.Machine) {
			continue
		}
		notes = append(notes, diag.Diagnostic{
			Code: diag.CodeUnused, Severity: diag.Info, Span: x.Span,
			Message: "unused waiver: machine `" + diag.Clip(x.Machine) + "` has no breaking change " + x.Code + " of `" + diag.Clip(x.Subject) + "`",
			Help:    "remove it, or copy the subject from fsmgen diff",
		})
	}
	return notes
}

// compared returns a function that reports whether all changes of a machine are known. A command for all specs below a
// folder knows all machines, except those whose specs have errors.
func (s *selection) compared() func(machine string) bool {
	known, wrong := slices.Clone(s.same), []string{}
	for _, v := range s.list {
		names, valid := []string{}, true
		for _, l := range []*loaded{v.old, v.new} {
			if l != nil {
				names = append(names, l.spec.Name)
				valid = valid && l.machine != nil
			}
		}
		if known = append(known, names...); !valid {
			wrong = append(wrong, names...)
		}
	}
	return func(machine string) bool {
		return (s.whole || slices.Contains(known, machine)) && !slices.Contains(wrong, machine)
	}
}
