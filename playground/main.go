package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/fsmgen/fsmgen/playground/internal/engine"
)

//go:embed web
var web embed.FS

func main() {
	out := flag.String("o", "", "folder for the files; it is created if it does not exist")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./playground -o DIR")
		os.Exit(2)
	}
	if err := build(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

// build writes the playground into a folder.
func build(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/fsmgen/fsmgen")
	if err != nil {
		return err
	}
	if err := pages(dir, root); err != nil {
		return err
	}
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "wasm_exec.js"), glue, 0o644); err != nil {
		return err
	}
	return program(ctx, dir)
}

// output runs a program and returns the line that it prints.
func output(ctx context.Context, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSpace(string(text)), nil
}

// program compiles fsmgen to WebAssembly, and compresses it, because plain file servers do not. Without inlining, the program is a
// quarter smaller, compressed, and not slower.
func program(ctx context.Context, dir string) error {
	file := filepath.Join(dir, "fsmgen.wasm")
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", file, "github.com/fsmgen/fsmgen/playground/wasm")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("build fsmgen.wasm: %w", err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.Remove(file); err != nil {
		return err
	}
	fmt.Printf("fsmgen.wasm has %.1f MB, %.1f MB compressed\n", float64(len(data))/1e6, float64(packed.Len())/1e6)
	return os.WriteFile(file+".gz", packed.Bytes(), 0o644)
}

// comments are those at the top of a file, which are for its test.
var comments = regexp.MustCompile(`\A(#.*\r?\n)*`)

// example is a spec that the page offers.
type example struct {
	Title  string `json:"title"`
	Source string `json:"source"`
}

func examples(root string) ([]example, error) {
	var list []example
	for _, s := range []struct{ title, file string }{
		{"Request: refuted", "playground/testdata/request.fsm.yaml"},
		{"Retry", "playground/testdata/retry.fsm.yaml"},
		{"Fallback, as published: refuted", "verify/testdata/seed000.fsm.yaml"},
		{"Fallback", "machines/fallback/fallback.fsm.yaml"},
		{"Negotiation", "machines/negotiation/negotiation.fsm.yaml"},
		{"Agent loop", "machines/agentloop/toolcall/toolcall.fsm.yaml"},
		{"Regions", "verify/testdata/regions.fsm.yaml"},
	} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(s.file)))
		if err != nil {
			return nil, err
		}
		list = append(list, example{s.title, comments.ReplaceAllString(string(text), "")})
	}
	return list, nil
}

// pages writes the page with its scripts and styles.
func pages(dir, root string) error {
	list, err := examples(root)
	if err != nil {
		return err
	}
	encoded, err := json.Marshal(list) // it escapes <, >, and &
	if err != nil {
		return err
	}
	rules, err := policy(list[0].Source)
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(web, "web")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := web.ReadFile("web/" + e.Name())
		if err != nil {
			return err
		}
		if e.Name() == "index.html" {
			text = []byte(strings.NewReplacer("{{policy}}", html.EscapeString(rules), "{{examples}}", string(encoded)).Replace(string(text)))
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

var rule = regexp.MustCompile(`(script-src|style-src-elem) ([^;"]*)`)

// policy returns the content security policy of the page. It includes the script and the styles of the explorer, because a frame
// has the policy of its page, too: they are the same for each machine.
func policy(source string) (string, error) {
	made := engine.Do(context.Background(), engine.Request{Do: "verify", Source: source})
	page, _, _ := strings.Cut(made.Explorer, "<style>")
	explorer := map[string]string{}
	for _, m := range rule.FindAllStringSubmatch(html.UnescapeString(page), -1) {
		explorer[m[1]] = m[2]
	}
	if explorer["script-src"] == "" || explorer["style-src-elem"] == "" {
		return "", errors.New("the explorer has no policy")
	}
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + explorer["script-src"] +
		"; style-src-elem 'self' " + explorer["style-src-elem"] + "; style-src-attr 'unsafe-inline'; img-src blob: data:; worker-src 'self'" +
		"; frame-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'", nil
}
