package scxml

import (
	"strings"
	"testing"
)

// TestIllegal imports expressions that are not ECMAScript, which raise errors.
func TestIllegal(t *testing.T) {
	const vars = "<datamodel><data id='n' expr='0'/></datamodel>"
	for _, test := range []struct{ name, src, want, refused string }{
		{"what follows is not executed", vars + "<state id='a'><transition event='e' target='b'><assign location='n' expr='return'/><assign location='n' expr='2'/><raise event='x'/></transition></state><state id='b'><transition event='error.execution x' target='a'/></state>", "- {to: b, raise: [raised_error_execution]}\n", ""},
		{"another block is executed", vars + "<state id='a'><transition event='e' target='b'/></state><state id='b'><onentry><assign location='n' expr='return'/><assign location='n' expr='2'/></onentry><onentry><assign location='n' expr='n + 3'/></onentry></state>", "- {to: b, set: {n: n + 3}}\n", ""},
		{"nobody hears the error of a condition", "<state id='a'><transition event='e' cond=' throw 1' target='a'/><transition event='e' target='b'/></state><state id='b'><transition event='f' target='a'/></state>", "      e: b\n", ""},
		{"somebody hears it", "<state id='a'><transition event='e' cond='return' target='a'/><transition event='e' target='b'/></state><state id='b'><transition event='error' target='a'/></state>", "- {to: b, raise: [raised_error_execution]}\n", ""},
		{"no transition follows", "<state id='a'><transition event='e' cond='return' target='b'/></state><state id='b'><transition event='error' target='a'/></state>", "", illegalCondition},
		{"a condition is evaluated again and again", "<state id='a'><transition cond='return' target='b'/><transition event='e' target='b'/></state><state id='b'/>", "", illegalCondition},
		{"under an if", vars + "<state id='a'><onentry><if cond='n == 0'><assign location='n' expr='return'/></if></onentry></state>", "", "an error under an `if`"},
		{"a place that does not exist", "<state id='a'><transition event='e' target='b'><assign location=' foo.bar.baz ' expr='1'/><raise event='x'/></transition></state><state id='b'><transition event='error x' target='a'/></state>", "- {to: b, raise: [raised_error_execution]}\n", ""},
		{"nobody hears that a place does not exist", "<state id='a'><transition event='e' target='a'><assign location='foo.bar' expr='1'/></transition></state>", "", "ECMAScript properties of objects"},
		{"a place that may exist", vars + "<state id='a'><transition event='e' target='a'><assign location='n.bar' expr='1'/></transition><transition event='error' target='a'/></state>", "", "ECMAScript properties of objects"},
		{"a place of the environment", "<state id='a'><transition event='e' target='a'><assign location='Math.bar' expr='1'/></transition><transition event='error' target='a'/></state>", "", "the ECMAScript function `Math.bar`"},
		{"an element of an array", "<state id='a'><transition event='e' target='a'><assign location='foo.bar[0]' expr='1'/></transition><transition event='error' target='a'/></state>", "", "ECMAScript properties of objects"},
		{"a system variable", vars + "<state id='a'><transition event='e' target='b'><assign location='_sessionid' expr='1'/><assign location='n' expr='1'/></transition></state><state id='b'><transition event='f' target='a'/></state>", "      e: b\n", ""},
		{"data that are not declared", "<state id='a'><transition event='e' target='b'><send event='x' namelist='foo'/></transition></state><state id='b'><transition event='error x' target='a'/></state>", "- {to: b, raise: [raised_error_execution]}\n", ""},
		{"data that are declared", vars + "<state id='a'><transition event='e' target='a'><send event='x' namelist='n'/></transition><transition event='error' target='a'/></state>", "", "`send` with data"},
		{"a target that is no session", "<state id='a'><transition event='e' target='b'><send event='x' target='baz'/></transition></state><state id='b'><transition event='error x' target='a'/></state>", "- {to: b, raise: [raised_error_execution]}\n", ""},
		{"a target that may be a session", "<state id='a'><transition event='e' target='a'><send event='x' target='#_scxml_baz'/></transition><transition event='error' target='a'/></state>", "", "`send` to another target"},
		{"nobody hears that a target is no session", "<state id='a'><transition event='e' target='a'><send event='x' target='baz'/></transition></state>", "", "`send` to another target"},
		{"a name that begins like a statement", vars + "<state id='a'><transition event='e' target='a'><assign location='n' expr='returned'/></transition></state>", "", "the variable `returned`, which no <data> declares,"},
	} {
		out, diags := load("x.scxml", []byte(head+test.src+tail))
		said := ""
		for _, d := range diags {
			said += d.Message + "\n"
		}
		if (out == nil) != (test.refused != "") || !strings.Contains(said, test.refused) || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %s\n%s", test.name, said, out)
		}
	}
}
