package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// tree holds the specs of a git revision.
type tree struct {
	// revision is the name that the user gave.
	revision string
	// blobs are the object names of the files, by path relative to the current
	// folder, with slashes.
	blobs map[string]string
}

// objectName matches the object name of a commit or a file, the only output of git
// that is passed back to it.
var objectName = regexp.MustCompile(`^[0-9a-f]{40,64}$`)

// openTree lists the specs of a revision. It passes the revision to git once, after
// --end-of-options, and never passes paths.
func openTree(ctx context.Context, revision string) (*tree, error) {
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(string(commit))
	if !objectName.MatchString(name) {
		return nil, fmt.Errorf("unknown git revision %q", revision)
	}
	// The path of the current folder from the root, ending in a slash, or "".
	prefix, err := git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	files, err := git(ctx, "ls-tree", "-r", "-z", "--full-tree", name)
	if err != nil {
		return nil, err
	}
	t := &tree{revision: revision, blobs: map[string]string{}}
	here := strings.TrimSuffix(string(prefix), "\n")
	for entry := range strings.SplitSeq(string(files), "\x00") {
		about, file, ok := strings.Cut(entry, "\t")
		words := strings.Fields(about)
		if !ok || len(words) != 3 || words[0] != "100644" && words[0] != "100755" || !objectName.MatchString(words[2]) {
			continue // a link or a submodule is not a spec
		}
		if rel, err := filepath.Rel("/"+here, "/"+file); err == nil {
			t.blobs[filepath.ToSlash(rel)] = words[2]
		}
	}
	return t, nil
}

// read returns the contents of a file.
func (t *tree) read(ctx context.Context, blob string) ([]byte, error) {
	size, err := git(ctx, "cat-file", "-s", blob)
	if err != nil {
		return nil, err
	}
	if text := strings.TrimSpace(string(size)); len(text) > len("8388608") {
		return nil, fmt.Errorf("a spec in %s has %s bytes", t.revision, text)
	}
	return git(ctx, "cat-file", "blob", blob)
}

// in lists the specs that an argument selects, by the rules of findIn, sorted.
func (t *tree) in(arg string) []string {
	dir, below := strings.CutSuffix(filepath.ToSlash(arg), "...")
	if below {
		dir += "."
	}
	root := path.Clean(dir)
	var out []string
	for file := range t.blobs {
		match := file == root
		if rel, inside := under(root, file); inside && strings.HasSuffix(file, suffix) {
			folders := strings.Split(rel, "/")
			folders = folders[:len(folders)-1]
			match = match || len(folders) == 0 || below && !slices.ContainsFunc(folders, leftOut)
		}
		if match {
			out = append(out, filepath.FromSlash(file))
		}
	}
	slices.Sort(out)
	return out
}

// under returns the path from a folder to a file below it.
func under(root, file string) (rel string, ok bool) {
	r, err := filepath.Rel(filepath.FromSlash(root), filepath.FromSlash(file))
	rel = filepath.ToSlash(r)
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// git runs git in the current folder and returns what it prints.
func git(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "git", append([]string{"--no-pager"}, args...)...)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("--against needs git, which is not installed")
	}
	text := strings.ReplaceAll(strings.TrimSpace(complaint.String()), "\n", "; ")
	if text == "" && args[0] == "rev-parse" && len(args) > 2 {
		text = fmt.Sprintf("unknown git revision %q", strings.TrimSuffix(args[len(args)-1], "^{commit}"))
	}
	if text == "" {
		text = err.Error()
	}
	return nil, fmt.Errorf("git %s: %s", args[0], text)
}

// child reads the spec of a child machine in the same revision.
func (t *tree) child(ctx context.Context, from, file string) (name string, src []byte, err error) {
	at := path.Join(path.Dir(strings.TrimPrefix(from, t.revision+":")), file)
	blob, ok := t.blobs[at]
	if !ok {
		return t.revision + ":" + at, nil, fmt.Errorf("there is no file %s in %s", filePath(at), filePath(t.revision))
	}
	src, err = t.read(ctx, blob)
	return t.revision + ":" + at, src, err
}
