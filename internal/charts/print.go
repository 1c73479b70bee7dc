package charts

import (
	"strconv"
	"strings"
)

// pairs is a mapping of a spec, in order.
type pairs []pair

type pair struct {
	key   string
	value any // a string, a []string of names, a list, or pairs
}

type list []any

// add adds a key, unless the value is empty.
func (p *pairs) add(key string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	case list:
		if len(v) == 0 {
			return
		}
	case pairs:
		if len(v) == 0 {
			return
		}
	}
	*p = append(*p, pair{key, value})
}

// width is the length up to which a value stands in one line.
const width = 110

// write writes a mapping in block style, and what fits in a line in flow style.
func (p pairs) write(b *strings.Builder, indent string) {
	for _, x := range p {
		line := flow(x.value)
		inner, nested := x.value.(pairs)
		if !nested || len(indent)+len(x.key)+len(line) < width || len(inner) == 0 {
			b.WriteString(indent + x.key + ": " + line + "\n")
			continue
		}
		b.WriteString(indent + x.key + ":\n")
		inner.write(b, indent+"  ")
	}
}

// flow returns a value in one line.
func flow(value any) string {
	var parts []string
	switch v := value.(type) {
	case string:
		return scalar(v)
	case []string:
		for _, s := range v {
			parts = append(parts, scalar(s))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case list:
		for _, x := range v {
			parts = append(parts, flow(x))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case pairs:
		for _, x := range v {
			parts = append(parts, scalar(x.key)+": "+flow(x.value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	panic("unreachable: no value of a spec")
}

// scalar quotes a text where YAML would read something else.
func scalar(s string) string {
	if s == "" || strings.ContainsAny(s, "{}[],!\"'#&*?|>%@`:") || strings.HasPrefix(s, "-") {
		return strconv.Quote(s)
	}
	return s
}
