package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// diffAgainst compares the specs of the working tree with those of a revision.
func diffAgainst(ctx context.Context, std stdio, o diffOptions, args []string) error {
	if len(args) == 0 {
		args = []string{"."}
	}
	if slices.Contains(args, "-") {
		return errors.New("--against cannot compare standard input: name files or folders")
	}
	tree, err := openTree(ctx, o.against)
	if err != nil {
		return fault(err)
	}
	s, err := tree.versions(ctx, args)
	if err != nil {
		return fault(err)
	}
	s.whole = slices.ContainsFunc(args, func(arg string) bool { return strings.HasSuffix(arg, "...") })
	return printDiffs(ctx, std, o, s)
}

// versions pairs the specs of the arguments with those of the revision, and compares no
// pairs with the same bytes, also in their child machines. A removed spec and an added spec count as moved if they
// have the same bytes, or if they name the same machine and no other does.
func (t *tree) versions(ctx context.Context, args []string) (s selection, err error) {
	var paths []string
	for _, arg := range args {
		old := t.in(arg)
		if len(old) > maxSpecs {
			return s, fmt.Errorf("%s selects more than %d specs in %s: compare fewer folders at once", arg, maxSpecs, t.revision)
		}
		now, err := findIn(arg)
		if err != nil && len(old) == 0 {
			return s, err
		}
		if len(old)+len(now) == 0 {
			return s, fmt.Errorf("no specs (*%s) in %s, now or in %s%s", suffix, arg, t.revision, below(arg))
		}
		for _, path := range append(now, old...) {
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		v, differs, err := t.version(ctx, path)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return s, err
		}
		if differs {
			s.list = append(s.list, v)
		} else {
			s.same = append(s.same, v.new.spec.Name)
		}
	}
	s.list = moved(s.list)
	return s, nil
}

// moved joins a removed spec and an added one: those with the same bytes, and those
// of a machine that no other removed or added spec names.
func moved(list []versions) []versions {
	for i := range list {
		for j := range list {
			old, new := list[j].old, list[i].new
			if list[i].old == nil && list[j].new == nil && old != nil && new != nil && bytes.Equal(old.src, new.src) {
				list[i].old, list[j].old = old, nil
			}
		}
	}
	list = slices.DeleteFunc(list, func(v versions) bool { return v.old == nil && v.new == nil })
	find := func(name string, has func(versions) *loaded) (at, n int) {
		for i, v := range list {
			if (v.old == nil || v.new == nil) && has(v) != nil && has(v).spec.Name == name {
				at, n = i, n+1
			}
		}
		return at, n
	}
	var out []versions
	gone := map[int]bool{}
	for i, v := range list {
		if v.old != nil {
			continue
		}
		from, removed := find(v.new.spec.Name, func(v versions) *loaded { return v.old })
		_, added := find(v.new.spec.Name, func(v versions) *loaded { return v.new })
		if removed == 1 && added == 1 && v.new.spec.Name != "" {
			list[i].old = list[from].old
			gone[from] = true
		}
	}
	for i, v := range list {
		if !gone[i] {
			out = append(out, v)
		}
	}
	return out
}

// version reads both versions of a spec.
func (t *tree) version(ctx context.Context, path string) (v versions, differs bool, err error) {
	slash := filepath.ToSlash(path)
	blob, known := t.blobs[slash]
	var src []byte
	if known {
		if src, err = t.read(ctx, slash, blob); err != nil {
			return v, false, err
		}
		v.old = parseSpec(t.revision+":"+slash, src, func(from, path string) (string, []byte, error) { return t.child(ctx, from, path) })
		image := strings.TrimSuffix(slash, ".yaml") + ".svg"
		if blob, ok := t.blobs[image]; ok {
			if v.old.image, err = t.read(ctx, image, blob); err != nil {
				return v, false, err
			}
		}
	}
	now, err := loadSpec(path, nil)
	switch {
	case err == nil:
		v.new = now
		v.new.image = imageOf(path)
	case !known || !isMissing(err):
		return v, false, err
	}
	same := v.old != nil && v.new != nil && string(src) == string(v.new.src) && sameChildren(v.old.children, v.new.children, t.revision+":")
	return v, !same, nil
}
