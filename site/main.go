package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
)

func main() {
	out := flag.String("out", "", "folder for the site: an empty one, or one that does not exist")
	root := flag.String("root", "..", "folder of the repository")
	playground := flag.Bool("playground", false, "also build the playground, which takes a minute")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run . -out DIR [-playground] [-root DIR]")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *root, *out, *playground); err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop()
		os.Exit(1)
	}
}

// run builds the site of the repository in a folder and writes it to another one.
func run(ctx context.Context, root, out string, playground bool) error {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: choose an empty folder, or one that does not exist", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	files, err := build(os.DirFS(root), playground)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, files[name], 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%d files\n", len(files))
	if !playground {
		return nil
	}
	target, err := filepath.Abs(filepath.Join(out, "playground"))
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "go", "run", "./playground", "-o", target)
	c.Dir, c.Stdout, c.Stderr = root, os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("build the playground: %w", err)
	}
	return nil
}
