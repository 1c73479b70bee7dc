package spectest

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// In returns a function that reads the specs of child machines, for [spec.LoadWith]. Names of
// specs are relative to a directory, with slashes. The error of a missing file is the same on each
// operating system.
func In(dir string) func(from, file string) (name string, src []byte, err error) {
	return func(from, file string) (string, []byte, error) {
		name := path.Join(path.Dir(from), file)
		src, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return name, nil, fmt.Errorf("there is no file %s", name)
		}
		return name, src, nil
	}
}

// File is a spec in a text with several.
type File struct{ Name, Text string }

// Files splits a text into specs: each begins with a comment that names its file, as in
// "# payment/payment.fsm.yaml". The last one is the machine that uses the others. A text without
// such a comment at its start is one spec with the given name.
func Files(name, text string) []File {
	list := []File{{Name: name}}
	for line := range strings.Lines(text) {
		if file, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && strings.HasSuffix(file, ".fsm.yaml") && !strings.Contains(file, " ") {
			if list[len(list)-1].Text == "" {
				list = list[:len(list)-1]
			}
			list = append(list, File{Name: file})
		}
		list[len(list)-1].Text += line
	}
	return list
}

// Among returns a function like that of [In] for files in a text.
func Among(files []File) func(from, file string) (name string, src []byte, err error) {
	return func(from, file string) (string, []byte, error) {
		name := path.Join(path.Dir(from), file)
		for _, f := range files {
			if f.Name == name {
				return name, []byte(f.Text), nil
			}
		}
		return name, nil, fmt.Errorf("there is no file %s", name)
	}
}
