package schematest

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// values are put in the place of each value.
var values = []string{"7", "true", "null", "", "text", "a text", "[a]", "{a: b}", "[]", "{}", "{a: {b: c}}", "\"\""}

// keys are put in the place of each key.
var keys = []string{"colour", "a key", "1st", "doc", "to", "type"}

// TestMutants changes each place of each valid spec in many ways. Whatever
// the schema refuses then, the loader must refuse.
func TestMutants(t *testing.T) {
	s := compile(t)
	tried, refused := 0, 0
	for name, src := range specs(t) {
		// The others say little that is new.
		chosen := strings.Contains(name, "machines/fallback/") || strings.Contains(name, "/ok/") || strings.Contains(name, "templates/") || strings.HasSuffix(name, " right")
		if !chosen || !right([]byte(src)) {
			continue
		}
		var doc yaml.Node
		if err := yaml.Load([]byte(src), &doc); err != nil {
			t.Fatal(err)
		}
		mutate(t, doc.Content[0], func(what string) {
			mutant, err := yaml.Dump(&doc)
			if err != nil {
				t.Fatal(err)
			}
			tried++
			v, ok := asJSON(mutant)
			if !ok || s.Validate(v) == nil {
				return
			}
			refused++
			if right(mutant) {
				t.Errorf("%s, %s: the loader takes what the schema refuses: %v\n%s", name, what, s.Validate(v), mutant)
			}
		})
	}
	t.Logf("%d mutants, %d of them refused", tried, refused)
	if refused < 10_000 {
		t.Errorf("only %d mutants of %d were refused", refused, tried)
	}
}

// mutate calls try with each change in place, and takes it back.
func mutate(t *testing.T, n *yaml.Node, try func(what string)) {
	content := n.Content
	step := 1
	if n.Kind == yaml.MappingNode {
		step = 2
	}
	for i := 0; i < len(content); i += step {
		n.Content = append(append([]*yaml.Node{}, content[:i]...), content[i+step:]...)
		try("without " + content[i].Value)
		n.Content = content
		if step == 2 {
			for _, key := range keys {
				before := content[i]
				content[i] = node(t, key)
				try(before.Value + " renamed to " + key)
				content[i] = before
			}
		}
		at := i + step - 1
		before := content[at]
		for _, value := range values {
			content[at] = node(t, value)
			try("value of " + content[i].Value + " is " + value)
		}
		content[at] = before
		mutate(t, before, try)
	}
}

// node reads one value.
func node(t *testing.T, src string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Load([]byte("x: "+src), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Content[0].Content[1]
}
