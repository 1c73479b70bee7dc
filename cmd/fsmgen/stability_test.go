package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestStability compares the members of JSON and the exit status that docs/stability.md
// lists with what the commands print and return.
func TestStability(t *testing.T) {
	page, err := os.ReadFile("../../docs/stability.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	const door = "machine: Door\nevents: {Open: {}, Knock: {}}\ninitial: Closed\nterminal: {done: [Opened]}\nstates: {Closed: {on: {Open: Opened, Knock: Closed}}, Opened: {}}\n"
	file := func(name, text string) string {
		write(t, filepath.Join(dir, name), text)
		return filepath.Join(dir, name)
	}
	old, wrong := file("old.fsm.yaml", door), file("wrong.fsm.yaml", strings.Replace(door, "Knock: Closed", "Knock: Close", 1))
	twice := file("twice.fsm.yaml", "machine: Door\n"+door)
	proved := file("proved.fsm.yaml", strings.Replace(door, "Knock: Closed", "Knock: Opened", 1))

	// These are rare: that the source has them is enough.
	rare := map[string][]string{"verify": {"counts", "inferred", "lassos", "out_of_memory", "outcomes_within", "overlaps", "punctual", "reactive", "recurrent", "times", "within"}, "worst": {"cut_short", "params"}}
	var source []byte
	for _, file := range []string{"../../verify/json.go", "worst.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	for command, args := range map[string][][]string{
		"check":  {{"check", "--format", "json", wrong}, {"check", "--format", "json", twice}},
		"verify": {{"verify", "--format", "json", old}, {"verify", "--format", "json", proved}, {"verify", "--format", "json", wrong}},
		"worst":  {{"worst", "--format", "json", proved}},
		"diff":   {{"diff", "--format", "json", old, proved}},
	} {
		row := regexp.MustCompile("(?m)^\\| `" + command + "` \\| an [^|]* \\| (.*) \\|$").FindSubmatch(page)
		if row == nil {
			t.Fatalf("the page has no members of %s", command)
		}
		listed := strings.Split(strings.ReplaceAll(string(row[1]), "`", ""), ", ")
		printed := map[string]bool{}
		for _, a := range args {
			var out, complaints bytes.Buffer
			run(t.Context(), a, stdio{strings.NewReader(""), &out, &complaints})
			var objects []map[string]any
			if err := json.Unmarshal(out.Bytes(), &objects); err != nil {
				objects = make([]map[string]any, 1)
				if err := json.Unmarshal(out.Bytes(), &objects[0]); err != nil {
					t.Fatalf("%q: %v in %s%s", a, err, out.String(), complaints.String())
				}
			}
			for _, o := range objects {
				for name := range o {
					printed[name] = true
				}
			}
		}
		for _, name := range rare[command] {
			if bytes.Contains(source, []byte("`json:\""+name+",omitempty\"`")) {
				printed[name] = true
			}
		}
		if got := slices.Sorted(maps.Keys(printed)); !slices.Equal(got, listed) {
			t.Errorf("%s prints the members %q, and the page lists %q", command, got, listed)
		}
	}

	for want, args := range map[int][]string{
		0: {"verify", proved}, 1: {"verify", old}, 2: {"verify", "--wrong"}, 3: {"verify", filepath.Join(dir, "missing.fsm.yaml")},
	} {
		var out bytes.Buffer
		if got := run(t.Context(), args, stdio{strings.NewReader(""), &out, &out}); got != want {
			t.Errorf("%q returns %d, want %d:\n%s", args, got, want, out.String())
		}
	}
	if rows := regexp.MustCompile(`(?m)^\| \d \| `).FindAllString(string(page), -1); len(rows) != 4 {
		t.Errorf("the page lists %q", rows)
	}
}
