package main

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// copies are the values of --also: formats that are written to files. It implements pflag.Value.
type copies struct {
	formats []word
	list    []toFile
}

// toFile is a format with the file to which it is written.
type toFile struct{ format, file string }

func (c *copies) String() string {
	var list []string
	for _, x := range c.list {
		list = append(list, x.format+"="+x.file)
	}
	return strings.Join(list, ",")
}

func (c *copies) Type() string { return "FORMAT=FILE" }

// Set adds a format and its file.
func (c *copies) Set(text string) error {
	format, file, found := strings.Cut(text, "=")
	if !found || file == "" {
		return errors.New("write FORMAT=FILE, such as svg=changes.svg")
	}
	if !slices.ContainsFunc(c.formats, func(w word) bool { return w.name == format }) {
		return errors.New("unknown format: choose " + alternatives(c.formats))
	}
	c.list = append(c.list, toFile{format, file})
	return nil
}

// address is the value of --images-at: where the images of a comment will be. It implements pflag.Value.
type address string

func (a *address) String() string { return string(*a) }

func (a *address) Type() string { return "URL" }

// Set accepts URLs that a browser can open and that Markdown reads as one word.
func (a *address) Set(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(text, "()<>[]\\\"'` \t\r\n") {
		return errors.New("write the URL of a folder, such as https://example.com/images")
	}
	*a = address(strings.TrimRight(text, "/"))
	return nil
}

// imageNames returns the names of the files with the images of diffs that have one. Machines of different folders may have the same name.
func imageNames(diffs []*diff.Diff) map[*diff.Diff]string {
	names, used := map[*diff.Diff]string{}, map[string]int{}
	for _, d := range diffs {
		if d.Action == diff.Invalid || d.Empty() {
			continue
		}
		name := d.New
		if name == "" {
			name = d.Old
		}
		key := strings.ToLower(name) // there are file systems that do not tell them apart
		if used[key]++; used[key] > 1 {
			name += "-" + strconv.Itoa(used[key])
		}
		names[d] = name + ".svg"
	}
	return names
}

// writeCopies writes the formats of --also and the images of --images.
func writeCopies(ctx context.Context, std stdio, o diffOptions, diffs []*diff.Diff, problems diag.List) error {
	for _, x := range o.also.list {
		data, err := o.formatted(ctx, std, x.format, diffs, problems)
		if err != nil {
			return err
		}
		if err := addFile(x.file, data); err != nil {
			return err
		}
	}
	if o.images == "" {
		return nil
	}
	names := imageNames(diffs)
	for _, d := range diffs {
		if names[d] == "" {
			continue
		}
		data, err := d.SVG(ctx)
		if err != nil {
			return err
		}
		if err := addFile(filepath.Join(o.images, names[d]), data); err != nil {
			return err
		}
	}
	return nil
}

// addFile writes a file that does not exist or that is empty.
func addFile(file string, data []byte) error {
	return replaceFile(file, data, func([]byte) string { return "exists" })
}

// formatted returns the diffs in a format.
func (o *diffOptions) formatted(ctx context.Context, std stdio, format string, diffs []*diff.Diff, problems diag.List) ([]byte, error) {
	if forTools(format) {
		var b bytes.Buffer
		std.out = &b
		err := writeFindings(std, format, append(o.findings(diffs), problems...))
		return b.Bytes(), err
	}
	if format == "markdown" && o.imagesAt != "" {
		names := imageNames(diffs)
		return diff.Illustrated(diffs, func(d *diff.Diff) string {
			if names[d] == "" {
				return ""
			}
			return string(o.imagesAt) + "/" + url.PathEscape(names[d])
		}), nil
	}
	name := format
	if format == briefFormat {
		name = "json"
	}
	i := slices.IndexFunc(diff.Formats(), func(f diff.Format) bool { return f.Name == name })
	data, err := diff.Formats()[i].Write(ctx, diffs)
	if err != nil || format != briefFormat {
		return data, err
	}
	var b bytes.Buffer
	err = briefly(&b, data)
	return b.Bytes(), err
}
