package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
)

// Limits on the results of tools: files in a list, and bytes of a file.
const (
	maxFiles = 1000
	maxBytes = 64 << 10
)

// folder has tools that read a folder, and nothing outside.
type folder struct {
	root *os.Root
}

func (f folder) tools() map[string]agentloop.Tool {
	return map[string]agentloop.Tool{"list": f.list, "read": f.read}
}

// descriptions tells a model what the tools do.
func (f folder) descriptions() []completion.Tool {
	return []completion.Tool{
		{Name: "list", Description: "Lists the names of all files."},
		{Name: "read", Description: "Returns the text of a file.", Parameters: json.RawMessage(
			`{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}`)},
	}
}

func (f folder) list(ctx context.Context, _ json.RawMessage) (string, error) {
	var names []string
	err := fs.WalkDir(f.root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case len(names) == maxFiles:
			names = append(names, "and more")
			return fs.SkipAll
		case entry.Type().IsRegular():
			names = append(names, path)
		}
		return nil
	})
	return strings.Join(names, "\n"), err
}

func (f folder) read(_ context.Context, args json.RawMessage) (string, error) {
	var a struct{ Name string }
	if err := json.Unmarshal(args, &a); err != nil {
		return "", err
	}
	// A pipe would not end, so only files are opened.
	if info, err := f.root.Stat(a.Name); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a file", a.Name)
	}
	file, err := f.root.Open(a.Name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBytes))
	return strings.ToValidUTF8(string(text), "?"), err
}
