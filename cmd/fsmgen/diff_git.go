package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// What is read of a revision is limited, because a few kilobytes of git objects can stand for any number of files.
const (
	// maxListing limits the list of the files, in bytes.
	maxListing = 128 << 20
	// maxSpecs limits the specs that are compared.
	maxSpecs = 10_000
	// maxTreeRead limits the specs and images that are read, in bytes.
	maxTreeRead = 256 << 20
)

// tree holds the specs of a git revision.
type tree struct {
	// revision is the name that the user gave.
	revision string
	// blobs are the object names of the files that can be specs or their images, by path relative to the current
	// folder, with slashes.
	blobs map[string]string
	// size is the number of bytes that were read.
	size int
}

// objectName matches the object name of a commit or a file, the only output of git
// that is passed back to it.
var objectName = regexp.MustCompile(`^[0-9a-f]{40,64}$`)

// openTree lists the specs of a revision. It passes the revision to git once, after
// --end-of-options, and never passes paths.
func openTree(ctx context.Context, revision string) (*tree, error) {
	const line = 1 << 16
	commit, err := git(ctx, line, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(string(commit))
	if !objectName.MatchString(name) {
		return nil, fmt.Errorf("unknown git revision %q", revision)
	}
	// The path of the current folder from the root, ending in a slash, or "".
	prefix, err := git(ctx, line, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	t := &tree{revision: revision, blobs: map[string]string{}}
	here := strings.TrimSuffix(string(prefix), "\n")
	err = gitStream(ctx, func(r io.Reader) error { return t.list(r, here) }, "ls-tree", "-r", "-z", "--full-tree", name)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// list reads the output of git ls-tree.
func (t *tree) list(r io.Reader, here string) error {
	in := bufio.NewReader(io.LimitReader(r, maxListing+1))
	for total := 0; ; {
		entry, err := in.ReadString(0)
		if total += len(entry); total > maxListing {
			return fmt.Errorf("%s lists more than %d MiB of file names", t.revision, maxListing>>20)
		}
		if err != nil {
			return nil // what is missing is an error of git
		}
		about, file, ok := strings.Cut(strings.TrimSuffix(entry, "\x00"), "\t")
		if ext := path.Ext(file); !ok || ext != ".yaml" && ext != ".yml" && ext != ".svg" {
			continue
		}
		words := strings.Fields(about)
		if len(words) != 3 || words[0] != "100644" && words[0] != "100755" || !objectName.MatchString(words[2]) {
			continue // a link or a submodule is not a spec
		}
		if rel, err := filepath.Rel("/"+here, "/"+file); err == nil {
			t.blobs[filepath.ToSlash(rel)] = words[2]
		}
	}
}

// read returns the contents of a file.
func (t *tree) read(ctx context.Context, file, blob string) ([]byte, error) {
	out, err := git(ctx, maxRead, "cat-file", "blob", blob)
	if errors.Is(err, errTooLong) {
		return nil, fmt.Errorf("%s:%s has more than %d MiB", t.revision, file, maxRead>>20)
	}
	if t.size += len(out); t.size > maxTreeRead {
		return nil, fmt.Errorf("the specs and images of %s have more than %d MiB: compare fewer folders at once", t.revision, maxTreeRead>>20)
	}
	return out, err
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

// child reads the spec of a child machine in the same revision.
func (t *tree) child(ctx context.Context, from, file string) (name string, src []byte, err error) {
	at := path.Join(path.Dir(strings.TrimPrefix(from, t.revision+":")), file)
	blob, ok := t.blobs[at]
	if !ok {
		return t.revision + ":" + at, nil, fmt.Errorf("there is no file %s in %s", filePath(at), filePath(t.revision))
	}
	src, err = t.read(ctx, at, blob)
	return t.revision + ":" + at, src, err
}
