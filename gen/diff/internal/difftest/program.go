package difftest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// Package is a generated package of a program.
type Package struct {
	// Report is that of the machine.
	Report *verify.Report
	// File is another Go file of the package. It may be nil.
	File []byte
	// Function is an expression of type func([]byte) ([]byte, error), in which PKG stands for the package. It may be "", for
	// a function that restores a snapshot, and returns the snapshot of the restored machine.
	Function string
}

// Name returns the name of the i-th package of a program.
func Name(i int) string { return fmt.Sprintf("v%d", i) }

// Program compiles packages, and returns a function that calls the function of the i-th one. A program ends with the test.
func Program(t *testing.T, list []Package) func(i int, snapshot []byte) ([]byte, error) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module versions\n\ngo 1.22\n"))
	var imports, cases strings.Builder
	for i, p := range list {
		m := *p.Report.Machine
		m.Faces = core.Faces{Snapshot: true}
		names, clashes := ident.Assign(&m, "")
		if len(clashes) > 0 {
			t.Fatal(clashes)
		}
		code, err := golang.Generate(&m, names, Name(i), p.Report.Conditions)
		if err != nil {
			t.Fatal(err)
		}
		write(Name(i)+"/machine.go", code)
		if p.File != nil {
			write(Name(i)+"/more.go", p.File)
		}
		function := p.Function
		if function == "" {
			host := ""
			if names.Host != "" {
				host = ", struct{ PKG.Host }{}"
			}
			function = "func(data []byte) ([]byte, error) {\nm, err := PKG.Restore(data" + host + ")\nif err != nil {\nreturn nil, err\n}\nreturn m.MarshalJSON()\n}"
		}
		fmt.Fprintf(&imports, "\t%q\n", "versions/"+Name(i))
		fmt.Fprintf(&cases, "\t%s,\n", strings.ReplaceAll(function, "PKG", Name(i)))
	}
	write("main.go", []byte(strings.NewReplacer("$imports", imports.String(), "$cases", cases.String()).Replace(`package main

import (
	"bufio"
	"fmt"
	"os"

$imports)

var functions = []func([]byte) ([]byte, error){
$cases}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		var i int
		if _, err := fmt.Fscan(in, &i); err != nil {
			return
		}
		line, _ := in.ReadBytes('\n')
		text, err := functions[i](line)
		if err != nil {
			fmt.Printf("refused %q\n", err.Error())
			continue
		}
		fmt.Println("accepted", string(text))
	}
}
`)))
	build := exec.Command("go", "build", "-o", "program", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "program"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait()
	})
	answers := bufio.NewReader(out)
	return func(i int, snapshot []byte) ([]byte, error) {
		t.Helper()
		if _, err := fmt.Fprintf(in, "%d %s\n", i, snapshot); err != nil {
			t.Fatal(err)
		}
		line, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := strings.CutPrefix(line, "accepted "); ok {
			return []byte(strings.TrimSpace(text)), nil
		}
		return nil, errors.New(strings.TrimSpace(line))
	}
}
