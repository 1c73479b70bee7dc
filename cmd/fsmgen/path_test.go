package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// hostile is the name of a folder that takes over a terminal, or the log of a CI system
// that reads lines such as ::error::text, or ##[error] in a line, as commands.
const hostile = "\u3000::error::a\n ::error::b##[error]##teamcity[c\x1b[2J\r\u202e\u009b\u2028"

// command matches what CI systems act on anywhere in a line.
var command = regexp.MustCompile(`##(vso|teamcity)?\[`)

// TestHostilePaths runs all commands on files in a folder with such a name, and on files
// with such names, and looks at what they print.
func TestHostilePaths(t *testing.T) {
	sample.Turn(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"good.fsm.yaml":              "machine: Good\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\n",
		"wrong.fsm.yaml":             "machine: Wrong\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Donne}}, Done: {}}\n",
		"known.fsm.yaml":             "machine: Known\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Donne}}, Done: {}, \"a\\n::error::b\": {}}\n",
		"tabs.fsm.yaml":              "machine: Tabs\n\tevents: {}\n",
		"endless.fsm.yaml":           "machine: Endless\nevents: {Go: {}, End: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: A, End: Done}}, Done: {}}\n",
		"b/good.fsm.yaml":            "machine: Good\ngo: {faces: []}\nevents: {Go: {}, Stop: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done, Stop: Done}}, Done: {}}\n",
		"c/" + hostile + ".fsm.yaml": "machine: Named\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\n",
		"d/one.fsm.yaml":             "machine: Two\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\n",
		"d/two.fsm.yaml":             "machine: Two\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\n",
		"text/text.fsm.yaml":         "machine:   Text\ndoc: |\n  One.\n  ::error::two\n  \u202e\n  ##[error]three\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\n",
		"text/strings.fsm.yaml":      "machine: Strings\nvars: {s: {type: string, init: '\"##[error]x\"'}}\noutputs: {Say: {s: string}}\nevents: {Go: {s: string}, Late: {}}\ninitial: A\nterminal: {done: [Done]}\nstates:\n  A: {entry: {Say: {s: s}}, after: {1s: Late}, on: {Late: Done, Go: [{if: event.s == s, to: A, emit: {Say: {s: '\"##[error]z\"'}}}, {to: Done}]}}\n  Done: {}\n",
		"text/others.fsm.yaml":       "machine: Strings\nvars: {s: {type: string, init: '\"##[error]x\"'}}\noutputs: {Say: {s: string}}\nevents: {Go: {s: string}, Late: {}}\ninitial: A\nterminal: {done: [Done]}\nstates:\n  A: {entry: {Say: {s: s}}, after: {1s: Late}, on: {Late: Done, Go: [{if: 'event.s == \"##[error]g\"', to: A, emit: {Say: {s: '\"##[error]y\"'}}}, {to: Done}]}}\n  Done: {}\n",
		"p/parent.fsm.yaml":          "machine: Parent\nuse: {Good: kid.fsm.yaml, Wrong: wrong.fsm.yaml, None: none.fsm.yaml, Back: parent.fsm.yaml, Folder: folder.fsm.yaml, Odd: \"../p/\\n::error::x##[error]y\\e[2J\\u202e.fsm.yaml\"}\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {invoke: {machine: Good, on: {done: Done}}, on: {Go: Done}}, Done: {}}\n",
		"p/kid.fsm.yaml":             "machine: Kid\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\nprogress: {A: 1}\nbound: 1\n",
		"p/wrong.fsm.yaml":           "machine: Wrong\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Donne}}, Done: {}}\n",
		"p/folder.fsm.yaml/x":        "",
		"q/parent.fsm.yaml":          "machine: Parent\nuse: {Good: ../p/kid.fsm.yaml}\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {invoke: {machine: Good, on: {done: Done}}, on: {Go: Done}}, Done: {}}\n",
		"text/calls.fsm.yaml":        "machine: Calls\ncalls: {ask: {with: {s: string}}}\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {invoke: {call: ask, with: {s: '\"##[error]x\"'}, on: {done: Done, error: Done}}, on: {Go: Done}}, Done: {}}\n",
		"waivers.yaml":               "waivers:\n- {machine: Strings, code: FSMB308, subject: 'transition A --Go[event.s == \"##[error]g\"]--> A', reason: \"a\\n::error::w ##[error]w\\e[2J\\u202e\"}\n- {machine: Strings, code: FSMB100, subject: \"u\\n::error::v ##[error]v\\e\", reason: r}\n",
		"wrong-waivers.yaml":         "waivers:\n- {machine: \"a\\n::error::x\", code: \"##[error]x\\n::error::y\", subject: \"::error::s\", \"a\\n::error::k##[error]\": 1}\n::error::z: 1\n",
		"good.mmd":                   "stateDiagram-v2\n[*] --> A\nA --> B\n",
		"wrong.mmd":                  "stateDiagram-v2\n[*] --> A\nA -> B\n",
		"good.md":                    "# Good\n\n<!-- fsmgen:card good.fsm.yaml -->\n<!-- fsmgen:end -->\n",
		"missing.md":                 "<!-- fsmgen:card " + strings.NewReplacer("\n", "", "\r", "").Replace(hostile) + ".fsm.yaml -->\n<!-- fsmgen:end -->\n",
		"unclosed.md":                "<!-- fsmgen:card good.fsm.yaml -->\n",
		"plain.md":                   "Nothing.\n",
		"trace.json":                 `{"steps": [{"event": "\n::error::x"}]}`,
		"no.json":                    "{",
	} {
		write(t, filepath.Join(hostile, name), text)
	}
	git := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "core.quotePath=false"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "one")

	in := func(name string) string { return filepath.Join(hostile, name) }
	ran := map[string]bool{}
	try := func(args ...string) {
		t.Helper()
		ran[args[0]] = true
		var out bytes.Buffer
		run(context.Background(), args, stdio{strings.NewReader(""), &out, &out})
		format := "text"
		if i := slices.Index(args, "--format"); i >= 0 {
			format = args[i+1]
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(out.String(), "\r", "\n"), "\n") {
			command := strings.HasPrefix(strings.TrimSpace(line), "::")
			if command && (format != "github" || !strings.HasPrefix(line, "::error file=") && !strings.HasPrefix(line, "::warning file=") && !strings.HasPrefix(line, "::notice file=")) {
				t.Errorf("%q prints the line %q", args, line)
			}
		}
		if bad := strings.IndexAny(out.String(), "\x1b\r\u202e\u009b\u2028"); bad >= 0 && (format == "text" || format == "markdown" || format == "github" || format == "waivers") {
			t.Errorf("%q prints %q", args, out.String()[max(0, bad-40):bad+1])
		}
		if bad := command.FindStringIndex(out.String()); bad != nil && format != "json" && format != "sarif" {
			t.Errorf("%q prints %q", args, out.String()[max(0, bad[0]-40):bad[1]])
		}
	}
	for _, format := range []string{"text", "json", "github", "sarif"} {
		try("check", "--format", format, hostile)
		try("check", "--format", format, hostile+"/...")
		try("verify", "--format", format, hostile+"/...")
	}
	// Strings of a spec that it prints as values.
	try("simulate", in("text/strings.fsm.yaml"))
	try("simulate", in("text/calls.fsm.yaml"))
	try("worst", in("text/strings.fsm.yaml"))
	try("worst", in("text/calls.fsm.yaml"))
	try("diff", in("text/calls.fsm.yaml"), in("good.fsm.yaml"))
	try("diff", in("text/strings.fsm.yaml"), in("good.fsm.yaml"))
	try("diff", "--also", "json="+in("good.mmd"), in("good.fsm.yaml"), in("b/good.fsm.yaml"))
	try("diff", "--images", in("none"), in("good.fsm.yaml"), in("b/good.fsm.yaml"))
	try("diff", "--also", "\n::error::x=y", "--images-at", "\n::error::x##[error]y", in("good.fsm.yaml"), in("good.fsm.yaml"))
	try("verify", in("text/strings.fsm.yaml"))
	for _, command := range [][]string{
		{"check"}, {"verify"}, {"generate"}, {"fmt"}, {"diagram"}, {"card"}, {"card", "--splice"}, {"export", "--format", "tla"}, {"import"}, {"explore", "-o", in("page.html")},
		{"simulate"}, {"worst"}, {"worst", "--format", "json"}, {"diff", in("good.fsm.yaml")}, {"diff", "--against", "HEAD"}, {"diff", "--against"}, {"migrate", in("good.fsm.yaml")}, {"explain"}, {"schema"}, {"version"}, {"help"},
	} {
		for _, name := range []string{"good.fsm.yaml", "b", "c", "d", "p/parent.fsm.yaml", "q/parent.fsm.yaml", "c/" + hostile + ".fsm.yaml", "wrong.fsm.yaml", "known.fsm.yaml", "tabs.fsm.yaml", "missing.fsm.yaml", "none", "good.md"} {
			try(append(command, in(name))...)
		}
		try(append(command, "\n::error::x")...)
		try(append(command, "--\n::error::x")...)
	}
	for _, file := range []string{"good.md", "missing.md", "unclosed.md", "plain.md"} {
		try("card", "--splice", "--check", in(file))
		try("card", "--splice", in(file))
	}
	try("generate", "--check", hostile)
	try("fmt", "--check", in("text"))
	try("generate", "--check", in("text"))
	try("generate", in("b"))
	write(t, in("b/good_fsm.go"), "package b\n")
	try("generate", in("b"))
	try("generate", "--check", in("b"))
	try("generate", "--unproved", in("endless.fsm.yaml"))
	if err := os.Remove(in("endless.fsm.yaml")); err != nil {
		t.Fatal(err)
	}
	try("generate", "--check", hostile)
	try("generate", "--timing", in("good.fsm.yaml"))
	for _, format := range []string{"text", "markdown", "json", "mermaid", "github", "sarif", "waivers"} {
		try("diff", "--format", format, in("good.fsm.yaml"), in("b/good.fsm.yaml"))
		try("diff", "--format", format, "--against", "HEAD", hostile+"/...")
	}
	for _, format := range []string{"text", "json", "github", "sarif", "waivers"} {
		for _, list := range []string{"waivers.yaml", "wrong-waivers.yaml"} {
			try("diff", "--format", format, "--waivers", in(list), in("text/strings.fsm.yaml"), in("text/others.fsm.yaml"))
		}
	}
	try("diff", "--exit-code=\n::error::x##[error]y", in("good.fsm.yaml"), in("good.fsm.yaml"))
	try("diff", "--exit-code", "go", "\n::error::x")
	try("migrate", "--state", "A=\n::error::x", "--set", "\n::error::x=1", in("good.fsm.yaml"), in("b/good.fsm.yaml"))
	try("migrate", in("text/strings.fsm.yaml"), in("good.fsm.yaml"))
	for _, name := range []string{"good.fsm.yaml", "text/strings.fsm.yaml", "text/calls.fsm.yaml", "wrong.fsm.yaml"} {
		try("export", "--format", "sql", in(name))
		try("export", "--format", "sql", "--table", "\n::error::x", in(name))
	}
	try("diff", "--param", "n=\n::error::x", in("good.fsm.yaml"), in("good.fsm.yaml"))
	for _, out := range []string{"x", "none/x", "good.fsm.yaml", "b", "good.mmd"} {
		try("diagram", "-o", in(out), in("good.fsm.yaml"))
		try("card", "-o", in(out), in("good.fsm.yaml"))
		try("migrate", "-o", in(out), in("text/strings.fsm.yaml"), in("good.fsm.yaml"))
		try("export", "--format", "smtlib", "-o", in(out), in("good.fsm.yaml"))
		try("export", "--format", "sql", "-o", in(out), in("good.fsm.yaml"))
		try("import", "-o", in(out), in("good.mmd"))
		try("verify", "--emit-test", in(out), in("good.fsm.yaml"))
		try("verify", "--emit-test", in(out+"_test.go"), in("wrong.fsm.yaml"))
	}
	for _, file := range []string{"good.fsm.yaml", "wrong.fsm.yaml", "trace.json", "missing.json", "b"} {
		try("explore", "-o", in("page.html"), "--against", in(file), in("good.fsm.yaml"))
		try("explore", "-o", in("page.html"), "--traces", in(file), in("good.fsm.yaml"))
	}
	try("explore", "-o", in("good.fsm.yaml"), in("good.fsm.yaml"))
	try("explore", "--serve", "--listen", "\n::error::x", in("good.fsm.yaml"))
	try("import", in("wrong.mmd"))
	try("import", in("good.mmd"))
	for _, trace := range []string{"trace.json", "no.json", "missing.json", "b"} {
		try("simulate", "--trace", in(trace), in("good.fsm.yaml"))
		try("diagram", "--trace", in(trace), in("good.fsm.yaml"))
	}
	hostileText := `"\n::error::x##[error]y\u001b[31m\u202e"`
	for i, line := range []string{
		`{"id": ID, "event": ID, "payload": {"a": ID}, "from": ID, "to": ID}`, `{"id": ID, "params": {"n": ID, ID: 1}}`, `{"id": ID, "guards": {ID: ID}, "event": "E"}`,
		`{ID: ID}`, `{"id": `, "\x00\x1b", "", "\n::error::x",
	} {
		steps := in("steps" + strconv.Itoa(i) + ".jsonl")
		write(t, steps, strings.ReplaceAll(line, "ID", hostileText)+"\n")
		for _, name := range []string{"good.fsm.yaml", "text/strings.fsm.yaml", "wrong.fsm.yaml", "none"} {
			try("conform", "--steps", steps, in(name))
			try("conform", "--steps", steps, "--against", in("text/calls.fsm.yaml"), in(name))
		}
	}
	try("conform", "--steps", "\n::error::x", in("good.fsm.yaml"))
	for i, attributes := range []string{
		`{"key": "fsm.machine", "value": {"stringValue": ID}}`, `{"key": "fsm.id", "value": {"stringValue": ID}}, {"key": "fsm.event", "value": {"stringValue": ID}}`,
		`{"key": "fsm.event", "value": {"stringValue": "E"}}, {"key": "fsm.payload", "value": {"stringValue": ID}}`, `{"key": "fsm.\n::error::x", "value": {}}`, `{"key": ID`,
	} {
		traces := in("traces" + strconv.Itoa(i) + ".json")
		write(t, traces, `{"resourceSpans": [{"scopeSpans": [{"spans": [{"events": [{"name": "fsm.step", "attributes": [`+strings.ReplaceAll(attributes, "ID", hostileText)+`]}]}]}]}]}`)
		try("conform", "--otlp", traces, in("good.fsm.yaml"))
	}
	try("conform", "--otlp", "\n::error::x", in("good.fsm.yaml"))
	try("init", in("machine"))
	try("init", in("machine"))
	try("init", hostile)
	try("frob\n::error::x")
	try("verify", "--format", "\n::error::x")

	for _, c := range newRoot(stdio{}).Commands() {
		if !c.Hidden && !ran[c.Name()] {
			t.Errorf("fsmgen %s is not tried", c.Name())
		}
	}
}
