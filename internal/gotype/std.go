package gotype

import (
	_ "embed"
	"strings"
)

// table lists the types of the standard library that programs can use, by package,
// after a line with the version of Go. After its name, a type has its type parameters,
// | if it is only a constraint, ~ if its values cannot be compared, and ! if they must
// not be copied. Packages whose types depend on the operating system or the C compiler
// are left out. TestStd writes it.
//
//go:embed std.txt
var table string

// version returns the version of Go that the table describes, as in "Go 1.26".
func version() string {
	first, _, _ := strings.Cut(table, "\n")
	return strings.Replace(first, "go", "Go ", 1)
}

// std lists the types of a package of the standard library. ok is false if the table
// does not list the package.
func std(path string) (list []stdType, ok bool) {
	types, ok := find(path)
	for _, text := range strings.Fields(types) {
		var t stdType
		t.constraint = strings.Contains(text, "|")
		t.incomparable = strings.Contains(text, "~")
		t.locks = strings.Contains(text, "!")
		name, params, generic := strings.Cut(strings.TrimRight(text, "|~!"), "[")
		if t.name = name; generic {
			t.params = strings.Split(strings.TrimSuffix(params, "]"), ",")
		}
		list = append(list, t)
	}
	return list, ok
}

// find returns the line of a package in the table, whose lines are in order.
func find(path string) (types string, ok bool) {
	_, lines, _ := strings.Cut(table, "\n")
	for path != "" && lines != "" {
		begin := strings.LastIndexByte(lines[:len(lines)/2], '\n') + 1
		line, rest, _ := strings.Cut(lines[begin:], "\n")
		switch key, types, _ := strings.Cut(line, ":"); {
		case key == path:
			return types, true
		case key < path:
			lines = rest
		default:
			lines = lines[:begin]
		}
	}
	return "", false
}

// stdType is a type of the standard library.
type stdType struct {
	name string
	// params are the constraints of its type parameters: any or comparable.
	params []string
	// constraint: it can only be a constraint.
	constraint bool
	// incomparable: its values cannot be compared, and so not be keys of maps.
	incomparable bool
	// locks: go vet refuses copies of its values, because they contain a lock.
	locks bool
}
