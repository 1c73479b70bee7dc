package scxml

import (
	"strings"
	"testing"
)

// imported returns the spec of a document, and its diagnostics with their places.
func imported(src string) (spec, text string) {
	out, diags := loadAny("x.scxml", []byte(src))
	for _, d := range diags {
		text += d.Span.String() + ": " + d.Severity.String() + ": " + d.Message + "\n"
	}
	return string(out), text
}

// TestNothingIsReadPast gives documents with something that SCXML does not have, each of which is an error at its place.
func TestNothingIsReadPast(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"<scxml initialstat='b'>\n<state id='a'/></scxml>", "1:21: error: `initialstat` is not an attribute of `scxml`"},
		{"<scxml profile='ecmascript'>\n<state id='a'/></scxml>", "1:17: error: `profile` is not an attribute of `scxml`"},
		{"<scxml>\n<state id='a' src='b.xml'/></scxml>", "2:20: error: `src` is not an attribute of `state`"},
		{"<scxml>\n<state id='a' final='yes'/></scxml>", "2:22: error: `yes` is not a value of `final`"},
		{"<scxml>\n<state id='a' final='true'><state/></state></scxml>", "2:28: error: a final state cannot contain states"},
		{"<scxml>\n<state id='a'><transition event='e' to='b'/></state></scxml>", "2:41: error: `to` is not an attribute of `transition`"},
		{"<scxml>\n<state id='a'><transition event='e' target='a' next='a'/></state></scxml>", "2:54: error: `transition` has both `target` and `next`"},
		{"<scxml>\n<state id='a'><transition event='e'><target next='a'/></transition></state></scxml>", "2:37: error: `target` is not an element of `transition`"},
		{"<scxml>\n<state id='a'><transition event='e' type='intern' target='a'/></state></scxml>", "2:43: error: `intern` is not a value of `type`"},
		{"<scxml>\n<state id='a'><history id='h' type='Deep'><transition target='b'/></history><state id='b'/></state></scxml>", "2:37: error: `Deep` is not a value of `type`"},
		{"<scxml>\n<state id='a' id='b'/></scxml>", "2:1: error: the attribute `id` is given twice"},
		{"<s:scxml xmlns:s='" + namespace + "'>\n<s:state s:id='a'/></s:scxml>", "2:1: error: the attribute `id` has a prefix"},
		{"<scxml xmlns='" + namespace + "'>\n<state xmlns='' id='a'/></scxml>", "2:1: error: `state` is not in the namespace of the document"},
		{"<scxml>\n<state xmlns='" + namespace + "' id='a'/></scxml>", "2:1: error: `state` is not in the namespace of the document"},
		{"<scxml>\n<x:include xmlns:x='http://www.w3.org/2001/XInclude' href='b'/></scxml>", "2:1: error: `include` of another file cannot be imported"},
		{"<scxml>\n<state id='a'>on e goto b</state></scxml>", "2:1: error: `state` contains the text `on e goto b`, which has no meaning there"},
		{"<scxml>\n<state id='a'><transition event='e'>f();</transition></state></scxml>", "2:15: error: `transition` contains the text `f();`"},
		{"<scxml>\n<state id='a' initial='b'><initial><transition target='c'/></initial><state id='b'/><state id='c'/></state></scxml>", "2:27: error: `state` has `initial` both as an attribute and as an element"},
		{"<scxml>\n<state id='a'><initial><transition target='b'/></initial><initial><transition target='c'/></initial><state id='b'/><state id='c'/></state></scxml>", "2:58: error: `state` has a second `initial`"},
		{"<scxml><datamodel>\n<data id='n' expr='1'>2</data></datamodel><state/></scxml>", "2:1: error: `data` has both `expr` and content"},
		{"<scxml><datamodel><data id='n' expr='1'/></datamodel><state><onentry>\n<assign location='n' expr='1'>2</assign></onentry></state></scxml>", "2:1: error: `assign` has both `expr` and content"},
		{"<scxml><datamodel>\n<data name='n' expr='1'/></datamodel><state/></scxml>", "2:13: error: `name` is not an attribute of `data`"},
		{"<scxml><state><onentry>\n<send event='a' eventexpr='\"b\"'/></onentry></state></scxml>", "2:28: error: `send` has both `event` and `eventexpr`"},
		{"<scxml><state><onentry>\n<send event='a' delay='1s' delayexpr='\"2s\"'/></onentry></state></scxml>", "2:39: error: `send` has both `delay` and `delayexpr`"},
		{"<scxml><state><onentry>\n<send event=\"'a'\"/></onentry><transition event='a' target='b'/></state><state id='b'/></scxml>", "2:14: error: `'a'` is not the name of one event"},
		{"<scxml><state id='a'>\n<transition event='e, f' target='a'/></state></scxml>", "2:20: error: `e,` is not the name of an event"},
		{"<scxml><state>\n<raise event='e'/></state></scxml>", "2:1: error: `raise` is not an element of `state`"},
		{"<scxml><state>\n<donedata/></state></scxml>", "2:1: error: `donedata` is not an element of `state`"},
		{"<scxml><state><onentry>\n<log text='e'/></onentry></state></scxml>", "2:12: error: `text` is not an attribute of `log`"},
		{"<scxml>\n<odd/><state/></scxml>", "2:1: error: `odd` is not an element of `scxml`"},
	} {
		if out, text := imported(test.src); out != "" || !strings.Contains("\n"+text, "\nx.scxml:"+test.want) {
			t.Errorf("%s\n%s\nwant %s\n%s", test.src, text, test.want, out)
		}
	}
}

// TestDrafts gives documents with what only drafts of SCXML have, which is read as what replaces it, with a warning.
func TestDrafts(t *testing.T) {
	const rest = "<state id='a'><transition event='e' target='b'/></state><state id='b'><transition event='e' target='a'/></state><final id='c'/></scxml>"
	for _, test := range []struct{ old, now, place string }{
		{"<scxml initialstate='b'>" + rest, "<scxml initial='b'>" + rest, "1:22: warning: `initialstate` is from a draft of SCXML"},
		{"<scxml><state id='z'><transition event='k' next='b'/></state>" + rest, "<scxml><state id='z'><transition event='k' target='b'/></state>" + rest, "1:50: warning: `next` is from a draft"},
		{"<scxml><state id='z'><transition event='k' target='y'/></state><state id='y' final='true'/>" + rest, "<scxml><state id='z'><transition event='k' target='y'/></state><final id='y'/>" + rest, "warning: `final=\"true\"` is from a draft"},
		{"<scxml><state id='z' final='false'><transition event='k' target='a'/></state>" + rest, "<scxml><state id='z'><transition event='k' target='a'/></state>" + rest, ""},
	} {
		old, text := imported(test.old)
		now, _ := imported(test.now)
		if old != now || old == "" || !strings.Contains(text, test.place) {
			t.Errorf("%s\n%s\n%s\nwant\n%s", test.old, text, old, now)
		}
	}
}

// TestEditors gives documents with what editors add, which does not change the spec. Only what might have a meaning has a warning.
func TestEditors(t *testing.T) {
	const warned = "warning: the import drops "
	plain, _ := imported("<scxml xmlns='" + namespace + "'><state id='a'><initial><transition target='b'/></initial><onentry><log expr='1'/></onentry><transition event='e' target='c'><log expr='2'/></transition><state id='b'/></state><final id='c'/></scxml>")
	for what, src := range map[string]string{
		"": "<scxml xmlns='" + namespace + "' xmlns:qt='http://www.qt.io/2015/02/scxml-ext' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='a b' xml:lang='en' qt:editorversion='4'><qt:editorinfo initialGeometry='1;2'/>" +
			"<state id='a' qt:x='1'><qt:editorinfo geometry='1;2'/><initial><qt:editorinfo/><transition target='b'><qt:editorinfo/></transition></initial><onentry><qt:editorinfo/><log expr='1'><qt:editorinfo/></log></onentry><transition event='e' target='c'><qt:editorinfo movePoint='1;2'/><log expr='2'/></transition><state id='b'/></state><final id='c'/></scxml>",
		warned + "attributes of `urn:x`, such as `x`": "<scxml xmlns='" + namespace + "' xmlns:v='urn:x'><state id='a' v:x='1' v:y='2'><initial><transition target='b'/></initial><onentry><log expr='1'/></onentry><transition v:x='3' event='e' target='c'><log expr='2'/></transition><state id='b'/></state><final id='c'/></scxml>",
		warned + "the element `point`":                "<scxml xmlns='" + namespace + "' xmlns:v='urn:x'><state id='a'><initial><v:point/><transition target='b'/></initial><onentry><log expr='1'><v:point/></log></onentry><transition event='e' target='c'><log expr='2'/></transition><state id='b'/></state><final id='c'/></scxml>",
	} {
		out, text := imported(src)
		out = strings.ReplaceAll(out, "# <point>\n", "")
		if out != plain || strings.Contains(text, warned) != (what != "") || !strings.Contains(text, what) {
			t.Errorf("%s\n%s\n%s\nwant\n%s", src, text, out, plain)
		}
	}
}

// TestVocabulary checks that the reader knows each element of the table somewhere, and that all that may be inside another one are in it.
func TestVocabulary(t *testing.T) {
	inside := map[string]bool{"scxml": true}
	for name, f := range forms {
		for _, c := range f.children {
			if inside[c] = true; forms[c].attrs == nil && forms[c].children == nil {
				t.Errorf("`%s` in `%s` has no form", c, name)
			}
		}
	}
	for name := range forms {
		if !inside[name] {
			t.Errorf("`%s` is nowhere", name)
		}
	}
}

// TestUnspoken gives a document with events that no transition is for: each of them has a warning where it is sent.
func TestUnspoken(t *testing.T) {
	out, text := imported(head + "<state id='a'><transition event='e' target='b'>\n<send event='x'/><raise event='y.z'/>\n<send event='x' delay='1s'/><send event='e'/></transition></state><final id='b'/>" + tail)
	for _, want := range []string{"2:1: warning: no transition is for the event `x`", "2:18: warning: no transition is for the event `y.z`", "3:1: warning: no transition is for the event `x`"} {
		if !strings.Contains(text, "x.scxml:"+want) {
			t.Errorf("%s\nwant %s", text, want)
		}
	}
	if out == "" || strings.Count(text, "warning") != 3 {
		t.Errorf("%s\n%s", text, out)
	}
}
