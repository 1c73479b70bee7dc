package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLocationMoved replaces a file, or its folder, between the look at it and the writing: nothing is written, neither over
// the new file nor outside.
func TestLocationMoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need permissions")
	}
	for name, move := range map[string]func(top string) error{
		"file": func(top string) error {
			return errors.Join(os.Remove(filepath.Join(top, "in/a.md")), os.WriteFile(filepath.Join(top, "in/a.md"), []byte("theirs"), 0o666))
		},
		"new file": func(top string) error { return os.WriteFile(filepath.Join(top, "in/new.md"), []byte("theirs"), 0o666) },
		"link": func(top string) error {
			return errors.Join(os.Remove(filepath.Join(top, "in/a.md")), os.Symlink("../out/a.md", filepath.Join(top, "in/a.md")))
		},
		"folder": func(top string) error {
			return errors.Join(os.Rename(filepath.Join(top, "in"), filepath.Join(top, "was")), os.Symlink("out", filepath.Join(top, "in")))
		},
		"folder, new file": func(top string) error {
			return errors.Join(os.Rename(filepath.Join(top, "in"), filepath.Join(top, "was")), os.Symlink("out", filepath.Join(top, "in")))
		},
		"folder below": func(top string) error {
			return errors.Join(os.Rename(filepath.Join(top, "in/sub"), filepath.Join(top, "in/was")), os.Symlink("../out", filepath.Join(top, "in/sub")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			for _, dir := range []string{"in/sub", "out"} {
				if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			for _, file := range []string{"in/a.md", "in/sub/a.md", "out/a.md"} {
				if err := os.WriteFile(filepath.Join(top, file), []byte("old"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			file := map[string]string{"new file": "in/new.md", "folder, new file": "in/new.md", "folder below": "in/sub/a.md"}[name]
			if file == "" {
				file = "in/a.md"
			}
			l, err := locateIn(filepath.Join(top, "in"), filepath.Join(top, file))
			if err != nil {
				t.Fatal(err)
			}
			if err := move(top); err != nil {
				t.Fatal(err)
			}
			if changed, err := l.write([]byte("ours")); err == nil || changed {
				t.Error("it was written")
			}
			_ = filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
				if err != nil || !e.Type().IsRegular() {
					return err
				}
				if text, err := os.ReadFile(path); err != nil || string(text) == "ours" || strings.HasPrefix(e.Name(), ".fsmgen") {
					t.Errorf("%s has %q, %v", path, text, err)
				}
				return nil
			})
		})
	}
}

// moving is the output of a command. It calls move before the first write, which for generate is after the proof.
type moving struct {
	move func() error
	err  error
}

func (m *moving) Write(p []byte) (int, error) {
	if m.move != nil {
		m.err, m.move = m.move(), nil
	}
	return len(p), nil
}

// TestGenerateMoved replaces the folder of a spec, or one above it, by a link while generate proves the machine.
func TestGenerateMoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need permissions")
	}
	const spec = "machine: Door\ninitial: A\nterminal: {done: [B]}\nevents: {Go: {}}\nstates: {A: {on: {Go: B}}, B: {}}\n"
	for _, name := range []string{"nothing", "in", "in/sub"} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			for _, dir := range []string{"in/sub", "out/sub"} {
				if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(top, "in/sub/door.fsm.yaml")
			if err := os.WriteFile(path, []byte(spec), 0o666); err != nil {
				t.Fatal(err)
			}
			out := &moving{move: func() error {
				if name == "nothing" {
					return nil
				}
				moved := filepath.Join(top, name)
				return errors.Join(os.Rename(moved, moved+".was"), os.Symlink(filepath.Join(top, strings.Replace(name, "in", "out", 1)), moved))
			}}
			g := generator{std: stdio{out: out, err: &strings.Builder{}}}
			err := g.run(t.Context(), []string{path})
			if out.err != nil || out.move != nil || (err == nil) != (name == "nothing") {
				t.Errorf("moved %v, error %v", out.err, err)
			}
			for _, dir := range []string{"out", "out/sub"} {
				if files, err := os.ReadDir(filepath.Join(top, dir)); err != nil || slices.ContainsFunc(files, func(f fs.DirEntry) bool { return !f.IsDir() }) {
					t.Errorf("%s has %v, %v", dir, files, err)
				}
			}
		})
	}
}

// TestFolderMoved replaces a found folder by a link to another one: nothing of that is read.
func TestFolderMoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need permissions")
	}
	top := t.TempDir()
	for dir, text := range map[string]string{"in": "package ours\n\ntype Ours int\n", "out": "package theirs\n\ntype Theirs int\n"} {
		if err := errors.Join(os.Mkdir(filepath.Join(top, dir), 0o777), os.WriteFile(filepath.Join(top, dir, "a.go"), []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	found, err := findFolder(filepath.Join(top, "in"))
	if err != nil {
		t.Fatal(err)
	}
	l := parseSpec("a.fsm.yaml", []byte("machine: Door\ninitial: A\nterminal: {done: [B]}\nevents: {Go: {}}\nstates: {A: {on: {Go: B}}, B: {}}\n"), nil)
	if name, err := l.packageOf(found); name != "ours" || err != nil {
		t.Errorf("package %s, %v", name, err)
	}
	if types := typesIn(found); !slices.Equal(types, []string{"Ours"}) {
		t.Errorf("types %v", types)
	}
	if err := errors.Join(os.Rename(filepath.Join(top, "in"), filepath.Join(top, "was")), os.Symlink("out", filepath.Join(top, "in"))); err != nil {
		t.Fatal(err)
	}
	if name, err := l.packageOf(found); !errors.Is(err, errMoved) {
		t.Errorf("the package of another folder is %s, %v", name, err)
	}
	if types := typesIn(found); types != nil {
		t.Errorf("another folder has types %v", types)
	}
	if others, err := neighbors(found, filepath.Join(top, "in/b.fsm.yaml")); !errors.Is(err, errMoved) {
		t.Errorf("another folder has specs %v, %v", others, err)
	}
}

// TestLocationRaced exchanges the folder of a file with a link to another one while it is written: no temporary file remains.
func TestLocationRaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need permissions")
	}
	top := t.TempDir()
	in, was, link := filepath.Join(top, "in"), filepath.Join(top, "was"), filepath.Join(top, "link")
	if err := errors.Join(os.Mkdir(in, 0o777), os.Mkdir(filepath.Join(top, "out"), 0o777), os.Symlink("out", link)); err != nil {
		t.Fatal(err)
	}
	stop, ended := make(chan struct{}), make(chan error)
	go func() {
		var err error
		for moved := false; err == nil; moved = !moved {
			select {
			case <-stop:
				if !moved {
					ended <- nil
					return
				}
			default:
			}
			if moved {
				err = errors.Join(os.Rename(in, link), os.Rename(was, in))
			} else {
				err = errors.Join(os.Rename(in, was), os.Rename(link, in))
			}
		}
		ended <- err
	}()
	written := 0
	for i := range 2000 {
		if l, err := locateIn(top, filepath.Join(in, "a.md")); err == nil {
			if _, err := l.write([]byte(strconv.Itoa(i))); err == nil {
				written++
			}
		}
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"in", "out"} {
		files, err := os.ReadDir(filepath.Join(top, dir))
		if err != nil || len(files) > 1 || len(files) == 1 && files[0].Name() != "a.md" {
			t.Errorf("%s has %v, %v", dir, files, err)
		}
	}
	if written == 0 {
		t.Error("nothing was written")
	}
}

// TestLocationRead reads what has no end, or more than a file of fsmgen.
func TestLocationRead(t *testing.T) {
	if runtime.GOOS == "linux" {
		for _, path := range []string{"/proc/self/environ", "/proc/self/pagemap", "/proc/self/status"} {
			if text, err := readFile(path); err == nil || !strings.Contains(err.Error(), "/proc") || len(text) > maxRead {
				t.Errorf("%s: %d bytes, %v", path, len(text), err)
			}
		}
	}
	large := filepath.Join(t.TempDir(), "large.md")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, maxWritten+1); err != nil {
		t.Fatal(err)
	}
	if text, err := readFile(large); err != nil || len(text) != maxRead {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	l, err := locate(large)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.readWhole(); err == nil {
		t.Error("a document of 64 MiB is read")
	}
	if _, _, err := l.current(nil); err == nil || !strings.Contains(err.Error(), "more than fsmgen writes") {
		t.Error(err)
	}
}
