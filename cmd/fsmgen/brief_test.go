package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBrief holds the size of each command's answer in the format brief, for a machine with so
// many states, and so many mistakes, that the format json is long.
func TestBrief(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	old := file("old.fsm.yaml", wideSpec(40, "S", "Done"))
	renamed := file("new.fsm.yaml", wideSpec(40, "T", "Done"))
	wrong := file("wrong.fsm.yaml", wideSpec(150, "S", "Nowhere"))
	for _, args := range [][]string{
		{"check", wrong},
		{"verify", old},
		{"verify", wrong},
		{"worst", "--param", "n=3", old},
		{"diff", old, renamed},
		{"diff", old, wrong},
	} {
		t.Run(args[0], func(t *testing.T) {
			var sizes []int
			for _, format := range []string{"json", briefFormat} {
				var out, errs bytes.Buffer
				run(context.Background(), append([]string{args[0], "--format", format}, args[1:]...), stdio{in: strings.NewReader(""), out: &out, err: &errs})
				d := json.NewDecoder(&out)
				sizes = append(sizes, out.Len())
				var v any
				if err := d.Decode(&v); err != nil {
					t.Fatalf("%v: %s", err, errs.String())
				}
				if format == briefFormat && sizes[1] > 16<<10 {
					t.Errorf("%d bytes", sizes[1])
				}
			}
			t.Logf("json %d bytes, brief %d", sizes[0], sizes[1])
			if sizes[1] > sizes[0] || sizes[0] > 16<<10 && sizes[0] == sizes[1] {
				t.Errorf("json has %d bytes, brief %d", sizes[0], sizes[1])
			}
		})
	}
}

// TestBriefly cuts lists and texts, and nothing else.
func TestBriefly(t *testing.T) {
	long := strings.Repeat("é", briefText)
	for _, test := range []struct{ json, want string }{
		{`{"b":[1,2.50,true,null,"<&>"],"a":{}}`, `{"b":[1,2.50,true,null,"<&>"],"a":{}}`},
		{`[]` + "\n" + `[[1,2,3,4,5,6,7,8,9,10]]`, `[]` + "\n" + `[[1,2,3,4,5,6,7,8,9,10]]`},
		{`[1,2,3,4,5,6,7,8,9,10,{"x":[1]},[2]]`, `[1,2,3,4,5,6,7,8,9,10,{"left_out":2}]`},
		{`"x` + long + `"`, fmt.Sprintf(`"x%s ... (%d bytes more)"`, long[:briefText-2], len(long)-briefText+2)},
	} {
		var out strings.Builder
		if err := briefly(&out, []byte(test.json)); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(out.String(), "\n"); got != test.want {
			t.Errorf("%.200s becomes\n%.200s\nwant\n%.200s", test.json, got, test.want)
		}
	}
	for _, text := range []string{`[1,`, `{"a"`, `{"a":}`, `]`, `[1,2,3,4,5,6,7,8,9,10,`} {
		if err := briefly(new(strings.Builder), []byte(text)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

// wideSpec has n states in a row, and next of each is the next one; last is the target of the last.
func wideSpec(n int, prefix, last string) string {
	var b strings.Builder
	b.WriteString("machine: Wide\nparams: {n: {type: int, min: 0, max: 9}}\nvars: {tried: {type: int, min: 0, max: n}}\nevents: {Next: {}, Back: {}}\n")
	fmt.Fprintf(&b, "initial: %s0\nterminal: {done: [Done]}\nstates:\n", prefix)
	for i := range n {
		next, back := fmt.Sprintf("%s%d", prefix, i+1), fmt.Sprintf("%s%d", prefix, i)
		if i == n-1 {
			next = last
		}
		fmt.Fprintf(&b, "  %s%d: {on: {Next: %s, Back: [{if: tried < n, to: %s, set: {tried: tried + 1}}, {to: %s}]}}\n", prefix, i, next, back, last)
	}
	b.WriteString("  Done: {}\n")
	return b.String()
}
