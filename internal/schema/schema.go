package schema

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
)

// dialect is the version of JSON Schema.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// namePattern matches names, and durationPattern positive durations. The loader
// checks more: reserved words and size limits.
const (
	namePattern     = name.Pattern
	durationPattern = `^\+?(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$`
)

// JSON returns the schema, indented by two spaces, with a final newline. The
// bytes depend only on the grammar.
func JSON() []byte {
	sections := syntax.Grammar()
	var defs object
	for i := range sections {
		defs = append(defs, member{id(sections[i].Name), section(&sections[i])})
	}
	return encode(object{
		{"$schema", dialect},
		{"title", "fsmgen spec"},
		{"description", "A state machine for fsmgen, as in a file NAME.fsm.yaml."},
		{"$ref", "#/$defs/" + id(sections[0].Name)},
		{"$defs", defs},
	})
}

// id is the name of a section in references.
func id(section string) string { return strings.ReplaceAll(section, " ", "-") }

// section returns the schema of a mapping with fixed keys. A section without
// required keys may be empty.
func section(s *syntax.Section) object {
	properties, required := object{}, []string{}
	for _, k := range s.Keys {
		properties = append(properties, member{k.Name, append(object{{"description", k.Doc}}, shape(k.Value)...)})
		if k.Required {
			required = append(required, k.Name)
		}
	}
	out := object{{"description", s.Doc}, {"type", []string{"object", "null"}}, {"properties", properties}}
	if len(required) > 0 {
		out[1].value = "object"
		out = append(out, member{"required", required})
	}
	if s.Rest.Form == 0 {
		return append(out, member{"additionalProperties", false})
	}
	return append(out, member{"propertyNames", object{{"pattern", namePattern}}}, member{"additionalProperties", shape(s.Rest)})
}

// shape returns the schema of a value.
func shape(s syntax.Shape) object {
	switch s.Form {
	case syntax.Prose:
		return object{{"type", []string{"string", "number", "boolean"}}, {"minLength", 1}}
	case syntax.Name:
		// A name such as True is a boolean in YAML.
		return object{{"type", []string{"string", "boolean"}}, {"pattern", namePattern}}
	case syntax.Expression:
		return object{{"type", []string{"string", "number", "boolean"}}}
	case syntax.TypeName:
		return object{{"type", []string{"string", "boolean"}}, {"minLength", 1}}
	case syntax.Duration:
		return object{{"type", "string"}, {"pattern", durationPattern}}
	case syntax.Choice:
		return object{{"enum", choices(s.Words)}}
	case syntax.Empty:
		return object{{"type", "null"}}
	case syntax.Part:
		return object{{"$ref", "#/$defs/" + id(s.Section)}}
	case syntax.List:
		return object{{"type", "array"}, {"items", shape(s.Of[0])}}
	case syntax.Entries:
		out := object{{"type", []string{"object", "null"}}}
		if s.Note != "" {
			names := object{{"description", s.Note}}
			// Other notes describe keys that need not be names.
			if strings.HasPrefix(s.Note, "the name of ") {
				names = append(names, member{"pattern", namePattern})
			}
			out = append(out, member{"propertyNames", names})
		}
		return append(out, member{"additionalProperties", shape(s.Of[0])})
	case syntax.OneOf:
		return object{{"anyOf", alternatives(s)}}
	}
	panic("unreachable: a value without a shape")
}

// alternatives returns the schemas of several shapes, with nested OneOf shapes
// flattened.
func alternatives(s syntax.Shape) []object {
	var out []object
	for _, of := range s.Of {
		if of.Form == syntax.OneOf {
			out = append(out, alternatives(of)...)
		} else {
			out = append(out, shape(of))
		}
	}
	return out
}
