package main

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/templates"
)

func newInit(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "init folder",
		Short: "Start a new machine: a commented spec and a go:generate line",
		Long: `Init creates a folder with NAME.fsm.yaml, a small machine with comments that is
proved to end, and doc.go with a go:generate line. It never overwrites files.`,
		Example: `  fsmgen init download
  go tool fsmgen generate ./download`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return initMachine(std, args[0]) },
	}
}

func initMachine(std stdio, dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return fault(err)
	}
	pkg := strings.ToLower(filepath.Base(abs))
	if !isPackage(pkg) {
		help := "choose a folder name of letters and digits"
		if legal := strings.TrimLeft(plain(pkg), "0123456789"); isPackage(legal) {
			help = "try fsmgen init " + filepath.ToSlash(filepath.Join(filepath.Dir(dir), legal))
		}
		return fmt.Errorf("%q cannot be the name of a Go package: %s", pkg, help)
	}
	machine, code := templates.Starter(ident.Export(pkg), pkg, "go tool fsmgen")
	files := []struct {
		name string
		data []byte
	}{{pkg + suffix, machine}, {"doc.go", code}}
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fault(fmt.Errorf("%s exists and is left unchanged", filePath(path)))
		}
	}
	near := dir // what there is of the folder must not lead out of the repository
	for !exists(near) {
		near = filepath.Dir(near)
	}
	if _, err := locate(filepath.Join(near, files[0].name)); err != nil {
		return fault(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault(err)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		l, err := locate(path)
		if err != nil {
			return fault(err)
		}
		if _, err := l.write(f.data); err != nil {
			return fault(err)
		}
		fmt.Fprintf(std.out, "wrote %s\n", filePath(path))
	}
	spec := filePath(filepath.Join(dir, files[0].name))
	fmt.Fprintf(std.out, "next: edit %s, then run\n  go tool fsmgen generate %s\n  go mod tidy    # for the generated tests\n  go test %s\n", spec, relative(dir), relative(dir))
	return nil
}

// relative writes a folder as an argument of the go command.
func relative(dir string) filePath {
	if dir = filepath.ToSlash(filepath.Clean(dir)); filepath.IsAbs(dir) || strings.HasPrefix(dir, "..") {
		return filePath(dir)
	}
	return filePath("./" + dir)
}

// isPackage reports whether a name can be the name of a Go package and of a machine.
func isPackage(s string) bool { return token.IsIdentifier(s) && s == plain(s) }

// plain drops everything except lowercase ASCII letters and digits.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}
