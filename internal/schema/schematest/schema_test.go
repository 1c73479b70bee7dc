package schematest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/internal/schema"
	"github.com/fsmgen/fsmgen/spec"
)

const root = "../../../"

// fence matches the specs in the docs.
var fence = regexp.MustCompile("(?ms)^```ya?ml\n(machine:.*?)^```$")

// specs returns the specs of the repository by where they are.
func specs(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, pattern := range []string{
		"spec/testdata/*/*.fsm.yaml", "internal/format/testdata/*.yaml", "verify/testdata/*.fsm.yaml", "machines/*/*.fsm.yaml", "examples/*/*.fsm.yaml",
		"gen/*/testdata/*.fsm.yaml", "gen/*/testdata/*/*.fsm.yaml", "templates/*.fsm.yaml.tmpl", "docs/*.md", "docs/*/*.md", "*.md",
	} {
		files, err := filepath.Glob(root + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".md") {
				for i, m := range fence.FindAllStringSubmatch(string(src), -1) {
					out[fmt.Sprintf("%s %d", file, i+1)] = m[1]
				}
				continue
			}
			out[file] = strings.ReplaceAll(string(src), "{{.Machine}}", "Machine")
		}
	}
	for _, rule := range explain.All() {
		out[string(rule.Code)+" wrong"], out[string(rule.Code)+" right"] = rule.Wrong, rule.Right
	}
	return out
}

// right reports whether the loader takes a spec.
func right(src []byte) bool {
	_, diags := spec.Load("s.fsm.yaml", src)
	return !diags.HasErrors()
}

// compile reads our schema, and checks it against that of JSON Schema.
func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.JSON()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("fsm.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("fsm.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON reads YAML as editors do. ok is false for what has no form in JSON.
func asJSON(src []byte) (value any, ok bool) {
	var v any
	if yaml.Load(src, &v) != nil {
		return nil, false
	}
	text, err := json.Marshal(named(v))
	if err != nil {
		return nil, false
	}
	value, err = jsonschema.UnmarshalJSON(bytes.NewReader(text))
	return value, err == nil
}

// named turns all keys into text.
func named(v any) any {
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for key, value := range v {
			out[fmt.Sprint(key)] = named(value)
		}
		return out
	case map[string]any:
		for key, value := range v {
			v[key] = named(value)
		}
	case []any:
		for i, value := range v {
			v[i] = named(value)
		}
	}
	return v
}

// TestRight validates all specs that the loader takes.
func TestRight(t *testing.T) {
	s, valid := compile(t), 0
	for name, src := range specs(t) {
		if !right([]byte(src)) {
			continue
		}
		valid++
		v, ok := asJSON([]byte(src))
		if !ok {
			t.Errorf("%s cannot be written as JSON", name)
			continue
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if valid < 100 {
		t.Errorf("only %d specs were valid", valid)
	}
}

// TestShapes tries what the specs of the repository do not have.
func TestShapes(t *testing.T) {
	s := compile(t)
	const machine = "machine: M\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Z]}\nstates: {A: {on: {Go: Z}}, Z: {}}\n"
	for _, test := range []struct {
		name, src string
		valid     bool
	}{
		{"nothing more", machine, true},
		{"version as a number", machine + "fsm: 1\n", true},
		{"version as text", machine + "fsm: \"1\"\n", true},
		{"another version", machine + "fsm: 2\n", false},
		{"an empty section", machine + "go:\nparams:\n", true},
		{"a number for an expression", machine + "params: {n: {type: int, min: 1, max: 2.5}}\n", true},
		{"no type", machine + "params: {n: {min: 1}}\n", false},
		{"an unknown key", machine + "colour: red\n", false},
		{"a key of another section", machine + "params: {n: {type: int, init: 1}}\n", false},
		{"a name with a hyphen", machine + "vars: {a-b: int}\n", false},
		{"a name with a digit first", machine + "guards: {1a: true}\n", false},
		{"a field of any type", machine + "outputs: {O: {a: \"*net/http.Request\"}}\n", true},
		{"a field that is a list", machine + "outputs: {O: {a: [int]}}\n", false},
		{"a constant delay", machine + "delays: {d: 1.5s}\n", true},
		{"a delay without a unit", machine + "delays: {d: 15}\n", false},
		{"a call as a delay", strings.Replace(machine, "{on:", "{after: {backoff(1): Go, 30s: Go}, on:", 1), true},
		{"outputs in three forms", strings.Replace(machine, "{on:", "{entry: [O, {P: {x: 1}, Q: }], exit: O, on:", 1), true},
		{"a list in a list of outputs", strings.Replace(machine, "{on:", "{entry: [[O]], on:", 1), false},
		{"an environment event", strings.Replace(machine, "Go: {}", "Go: {environment: true}", 1), true},
		{"something else about the environment", strings.Replace(machine, "Go: {}", "Go: {environment: 1}", 1), false},
		{"no events", strings.Replace(machine, "events:", "enums:", 1), false},
		{"a list", "- a\n", false},
		{"an outcome with a kind", strings.Replace(machine, "[Z]", "{kind: success, states: [Z]}", 1), true},
		{"an outcome with states only", strings.Replace(machine, "[Z]", "{states: Z}", 1), true},
		{"an outcome with another kind", strings.Replace(machine, "[Z]", "{kind: green, states: [Z]}", 1), false},
		{"an outcome without states", strings.Replace(machine, "[Z]", "{kind: success}", 1), false},
		{"a limit of nothing", machine + "limit:\n", false},
		{"a stall rule of nothing", machine + "stall:\n", false},
		{"nothing for a text", machine + "doc:\n", false},
		{"null for a text", machine + "doc: null\n", false},
		{"null for a name", strings.Replace(machine, "M\n", "null\n", 1), false},
		{"null as text", machine + "doc: \"null\"\n", true},
		{"regions", strings.Replace(machine, "{on:", "{parallel: {R: {initial: B, states: {B: }}, S: }, on:", 1), true},
		{"a list of regions", strings.Replace(machine, "{on:", "{parallel: [R, S], on:", 1), false},
		{"a region with a hyphen", strings.Replace(machine, "{on:", "{parallel: {a-b: {}}, on:", 1), false},
		{"a name that is true in YAML", strings.ReplaceAll(machine, "Z", "True"), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, ok := asJSON([]byte(test.src))
			if !ok {
				t.Fatal("not YAML")
			}
			err := s.Validate(v)
			if (err == nil) != test.valid {
				t.Errorf("valid: %t, want %t: %v", err == nil, test.valid, err)
			}
			if err != nil && right([]byte(test.src)) {
				t.Error("the loader takes what the schema refuses")
			}
		})
	}
}
