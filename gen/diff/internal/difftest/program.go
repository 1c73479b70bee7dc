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
	"github.com/fsmgen/fsmgen/internal/sandbox"
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

// Process is a running program of generated packages.
type Process struct {
	t   *testing.T
	in  *bufio.Writer
	out *bufio.Reader
}

// Program compiles packages, and returns a function that calls the function of the i-th one. A program ends with the test.
func Program(t *testing.T, list []Package) func(i int, snapshot []byte) ([]byte, error) {
	t.Helper()
	return Start(t, list).Call
}

// Start compiles packages, and runs a program of them that ends with the test.
func Start(t *testing.T, list []Package) *Process {
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
	write("go.mod", sandbox.Mod(t, "versions"))
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
	write("main.go", []byte(strings.NewReplacer("$imports", imports.String(), "$cases", cases.String()).Replace(program)))
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
	return &Process{t: t, in: bufio.NewWriter(in), out: bufio.NewReader(out)}
}

// Call calls the function of the i-th package.
func (p *Process) Call(i int, snapshot []byte) ([]byte, error) {
	p.t.Helper()
	p.write("call %d %s\n", i, snapshot)
	line := p.answer()
	if text, ok := strings.CutPrefix(line, "accepted "); ok {
		return []byte(text), nil
	}
	return nil, errors.New(line)
}

// Keep makes the program keep snapshots.
func (p *Process) Keep(snapshots [][]byte) {
	p.t.Helper()
	p.write("keep %d\n", len(snapshots))
	for _, s := range snapshots {
		p.write("%s\n", s)
	}
}

// Accepted calls the function of the i-th package with the snapshots that the program keeps, and returns a 1 for each that is
// accepted, and a 0 for each that is refused.
func (p *Process) Accepted(i int) string {
	p.t.Helper()
	p.write("all %d\n", i)
	return p.answer()
}

func (p *Process) write(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, format, args...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *Process) answer() string {
	p.t.Helper()
	if err := p.in.Flush(); err != nil {
		p.t.Fatal(err)
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// program is the main package of a program.
const program = `package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"

$imports)

var functions = []func([]byte) ([]byte, error){
$cases}

var kept [][]byte

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		command, rest, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		word, snapshot, _ := bytes.Cut(rest, []byte(" "))
		i, err := strconv.Atoi(string(word))
		if err != nil {
			panic(err)
		}
		switch string(command) {
		case "call":
			text, err := functions[i](snapshot)
			if err != nil {
				fmt.Printf("refused %q\n", err.Error())
			} else {
				fmt.Println("accepted", string(text))
			}
		case "keep":
			for range i {
				line, err := in.ReadBytes('\n')
				if err != nil {
					panic(err)
				}
				kept = append(kept, bytes.TrimSpace(line))
			}
		case "all":
			all(functions[i])
		}
	}
}

// all calls a function with all snapshots, on all processors.
func all(function func([]byte) ([]byte, error)) {
	answers := make([]byte, len(kept))
	var workers sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for first := range n {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := first; i < len(kept); i += n {
				answers[i] = '1'
				if _, err := function(kept[i]); err != nil {
					answers[i] = '0'
				}
			}
		}()
	}
	workers.Wait()
	fmt.Println(string(answers))
}
`
