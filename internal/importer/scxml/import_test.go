package scxml

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// load makes a spec of a document whose states and regions are those of the spec.
func load(file string, src []byte) ([]byte, diag.List) {
	return native(file, src, nil).Spec()
}

// loadAny makes a spec of a document in the one way or the other.
func loadAny(file string, src []byte) ([]byte, diag.List) {
	return Read(file, src, 1).Spec()
}

// TestGolden imports the documents in testdata and compares the specs, with the warnings behind them.
func TestGolden(t *testing.T) {
	for _, name := range []string{"../../../../docs/coffee", "crossing", "values", "names", "queues", "history", "parallel", "configurations"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join("testdata", name+".scxml"))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Base(name) + ".scxml"
			out, diags := loadAny(file, src)
			var got bytes.Buffer
			got.Write(out)
			got.WriteString("---\n")
			for _, d := range diags {
				got.WriteString(d.Span.String() + ": " + d.Severity.String() + ": " + d.Message + "\n")
			}
			golden.File(t, filepath.Join("testdata", filepath.Base(name)+".golden"), got.Bytes())
			windows := bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
			if crlf, _ := loadAny(file, append([]byte("\ufeff"), windows...)); out == nil || !bytes.Equal(out, crlf) {
				t.Errorf("with CRLF and a BOM it is another spec:\n%s", crlf)
			}
		})
	}
}

// head and tail are around the parts of documents in the tests.
const (
	head = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">`
	tail = `</scxml>`
)

// TestRefused gives each kind of document for which there is no spec with its states and regions, with the place and the words of the error.
func TestRefused(t *testing.T) {
	state := func(inside string) string { return head + "\n<state id='a'>" + inside + "</state>" + tail }
	// back has a transition from state z to the history h inside state a.
	back := func(inside string) string {
		return head + "<datamodel><data id='n' expr='0'/></datamodel><state id='z'>\n<transition event='e' target='h'/></state>\n<state id='a'>" + inside + "</state>" + tail
	}
	data := func(inside string) string {
		return head + "<datamodel><data id='n' expr='1'/><data id='s' expr='\"x\"'/><data id='u'/></datamodel>\n<state id='a'>" + inside + "</state>" + tail
	}
	// split has a region r besides others, in which e leads from r1 to r2.
	split := func(p, r string, more ...string) string {
		return head + "<datamodel><data id='n' expr='0'/><data id='m' expr='0'/></datamodel><state id='z'><transition event='e' target='p'/><history id='h'><transition target='y'/></history><state id='y'/></state>\n<parallel id='p'>\n" + strings.Join(more, "") + p +
			"\n<state id='r'><state id='r1'><transition event='e' target='r2'/></state><state id='r2'/>" + r + "</state></parallel>" + tail
	}
	for _, test := range []struct{ src, place, message string }{
		{"", "1:1", "not an SCXML document"},
		{"text", "1:1", "not an SCXML document"},
		{"<html/>", "1:1", "not an SCXML document"},
		{"<scxml xmlns='urn:x'/>", "1:1", "not an SCXML document"},
		{"<scxml>\n  <state>", "2:9", "not well-formed XML: unexpected EOF"},
		{"<scxml>\n<state id=a/></scxml>", "2:11", "not well-formed XML: unquoted"},
		{"<scxml/><scxml/>", "1:9", "second root"},
		{"<scxml>\n\n\xff</scxml>", "3:1", "UTF-8"},
		{"<?xml version='1.0' encoding='KOI8-R'?><scxml/>", "1:39", "save the file in UTF-8"},
		{"<!DOCTYPE s [<!ENTITY a 'b'>]>" + state("&a;"), "2:17", "not well-formed XML: invalid character entity"},
		{head + tail, "1:1", "no states"},
		{strings.Repeat("<scxml>", 200), "1:841", "nested more than 120"},
		{head + strings.Repeat("<state>", 50) + strings.Repeat("</state>", 50) + tail, "1:365", "more than 40 levels"},
		{head + strings.Repeat("<state/>", 10_001) + tail, "1:80077", "more than 10000 elements"},
		{head + "\n<parallel/>" + tail, "2:1", "`parallel` without states inside cannot be imported"},
		{split("<final id='c'/>", ""), "3:1", "a final state cannot be directly inside a parallel state"},
		{split("<initial><transition target='r'/></initial>", ""), "3:1", "the states of a parallel state are all initial"},
		{head + "\n<parallel initial='r'><state id='r'/></parallel>" + tail, "2:20", "the states of a parallel state are all initial"},
		{split("<parallel><transition event='g' target='z'/><state/></parallel>", ""), "3:1", "`parallel` inside `parallel` with transitions or content of its own cannot be imported"},
		{split("<parallel><state/></parallel><state><transition event='done.state.q' target='z'/></state>", ""), "3:1", "`parallel` inside `parallel` in a document with transitions for the end of a state cannot be imported"},
		{split("<state><parallel><state/></parallel></state>", ""), "3:8", "`parallel` inside a state of a `parallel` cannot be imported"},
		{split("<state initial='c'><state><state/><state id='c'/></state></state>", ""), "3:1", "a region that begins deep inside a state cannot be imported"},
		{split("<state><onexit><log/></onexit></state>", "<transition event='g' target='z'/>"), "4:89", "leaves a `parallel` while regions other than its own do something on exit cannot be imported"},
		{split("<state><state><onexit><assign location='n' expr='1'/></onexit></state></state><transition event='g' target='z'/>", ""), "3:79", "leaves a `parallel` while regions other than its own do something on exit cannot be imported"},
		{split("<state><onexit><log/></onexit></state>", "<transition event='g' target='h'/>"), "4:89", "leaves a `parallel` while regions other than its own do something on exit cannot be imported"},
		{split("", "<transition event='g'><raise event='e'/></transition>"), "2:1", "an event that is raised in a `parallel`, or when it is entered, and that it may ignore, cannot be imported"},
		{head + "\n<parallel id='p'><transition event='done.state.p' cond='In(\"p\")'><log/></transition><state><final/></state></parallel>" + tail, "2:1", "a `parallel` that does not always leave itself at once when it is done cannot be imported"},
		{head + "\n<parallel id='p'><transition event='done.state.p' target='p'/><transition event='e' cond='false' target='p'/><state><transition cond='In(\"p\")' target='p'/><final/></state></parallel>" + tail, "2:1", "a `parallel` that does not always leave itself at once when it is done cannot be imported"},
		{head + "\n<parallel id='p'><transition event='done.state.p' target='z'/><state><final/></state><state><transition event='g' cond='In(\"d\")' target='c' type='internal'/><state id='c'><transition event='e' target='d'/></state><final id='d'/></state></parallel><state id='z'/>" + tail, "2:86", "a region that ends, but whose transitions differ between its states, cannot be imported"},
		{split("<state><transition event='e'><log/></transition></state><transition event='e' target='z'/>", ""), "3:8", "a transition without a target in a region that is taken together with one of the `parallel` cannot be imported"},
		{split("<transition event='e'><log/></transition>", ""), "3:1", "a transition without a target that is taken together with one of a region cannot be imported"},
		{split("<state><transition event='g' target='z'/></state><state><transition event='g'><log/></transition></state>", ""), "3:57", "a transition without a target that is taken together with one that leaves the `parallel` cannot be imported"},
		{split("<state><transition cond='n == 1' target='z'/></state><state><transition cond='n == 2'><assign location='n' expr='3'/></transition></state>", ""), "3:8", "a transition without an event that leaves the `parallel` while other regions have ones, too, cannot be imported"},
		{split("<state><transition cond='n == 1'><assign location='n' expr='2'/></transition></state><state><transition cond='n == 2'><assign location='n' expr='3'/></transition></state>", ""), "3:93", "a variable that a transition assigns while one of another region uses it cannot be imported"},
		{split("<state><transition event='g'><assign location='n' expr='2'/></transition></state><state><transition event='g' cond='n == 2'><log/></transition></state>", ""), "3:89", "a variable that a transition assigns while one of another region uses it cannot be imported"},
		{split("<state><transition event='g'><assign location='m' expr='n'/></transition></state><state><transition event='g'><assign location='n' expr='2'/></transition></state>", ""), "3:89", "a variable that a transition assigns while one of another region uses it cannot be imported"},
		{split("<state><state><transition event='e' target='q'/></state><state id='q'/></state>", "<transition event='e' cond='In(\"q\")' target='r1' type='internal'/>"), "4:89", "`In()` of a region with transitions that are taken together cannot be imported"},
		{split("<state><transition event='g'><log expr='1'/></transition></state>", "<state id='r3'><onexit><log expr='2'/></onexit><transition event='g' target='r1'/></state><transition event='h' target='r3' type='internal'/>"), "4:136", "several outputs of transitions that are taken together cannot be imported"},
		{head + "\n<state id='z'><transition event='e' target='h'/></state><parallel id='p'><history id='h'><transition target='b'/></history><state id='a'><state id='b'/></state></parallel>" + tail, "2:74", "a `history` with a `parallel` inside or around it cannot be imported"},
		{head + "\n<state initial='b'><parallel><state id='a'><state id='b'/></state></parallel></state>" + tail, "2:17", "a state that begins inside a `parallel` cannot be imported"},
		{head + "\n<parallel id='p'><transition event='e' cond='In(\"b\")'/><state id='a'><transition event='f' target='b' type='internal'/><state/><state id='b'/></state></parallel>" + tail, "2:18", "a transition without effect that depends on `In()` alone cannot be imported"},
		{state("<transition event='e' cond='In(x)' target='a'/>"), "2:46", "`In()` of a state whose id is computed cannot be imported"},
		{state("<transition event='e' cond='In(\"x\")' target='a'/>"), "2:43", "unknown state `x`"},
		{state("<transition event='e' target='a'><if cond='In(\"a\")'><log/></if></transition>"), "2:58", "`In()` outside of the condition of a transition cannot be imported"},
		{state("<onentry><if cond='In(\"q\")'><log/></if></onentry><transition event='e' target='a'/>"), "2:34", "unknown state `q`"},
		{state("<onentry><send event='x' id='x'/>\n<cancel sendid='x'/></onentry><transition event='x' target='a'/>"), "3:1", "`cancel` cannot be imported"},
		{state("<onentry><send event='x' id='x' delay='1s'/>\n<cancel sendidexpr='s'/></onentry><transition event='x' target='a'/>"), "3:1", "`cancel` cannot be imported"},
		{data("<onentry><send event='x' id='x' delayexpr='\"0s\"'/></onentry><onexit><cancel sendid='x'/></onexit><transition event='x' target='a'/>"), "2:24", "`cancel` cannot be imported"},
		{state("<onentry>\n<if cond='_name'/></onentry>"), "3:11", "the system variable `_name` of a document without a name cannot be imported"},
		{state("<onentry>\n<if cond='_event.name'/></onentry>"), "3:11", "the system variable `_event` cannot be imported"},
		{state("<history/>"), "2:15", "a history state has one transition"},
		{state("<history><transition/></history><state/>"), "2:24", "the transition of a history state has no target"},
		{state("<history><transition target='a'/></history><state/>"), "2:44", "not inside the state whose history it begins"},
		{state("<history><transition cond='true' target='b'/></history><state id='b'/>"), "2:42", "has no attribute `cond`"},
		{head + "\n<history id='h'><transition target='b'/></history><state id='b'/>" + tail, "2:1", "a history state is inside a state"},
		{state("<history id='a'><transition target='b'/></history><state id='b'/>"), "2:28", "two states have the id `a`"},
		{state("<history id='h'><transition target='b'/></history><state id='h'/><state id='b'/>"), "2:76", "two states have the id `h`"},
		{head + "\n<state id='a' initial='h'><history id='h'><transition target='b'/></history><state id='b'/></state>" + tail, "2:24", "a state that begins in its `history` cannot be imported"},
		{back("<history id='h' type='deep'>\n<transition target='b'/></history><state id='b' initial='d'><transition event='f' target='i'/><history id='i'><transition target='c'/></history><state id='c'/><state id='d'/></state>"), "4:21", "a `history` that begins deep inside a state cannot be imported"},
		{back("<history id='h'><transition target='b'><log/></transition></history><state id='b'/>"), "3:15", "content of the transition of `history` cannot be imported"},
		{back("<history id='h'><transition target='b'/></history><state id='b' initial='d'><state id='c'><state id='x'/><state id='d'/></state></state>"), "3:51", "a `history` that begins deep inside a state cannot be imported"},
		{back("<history id='h'><transition target='b'/></history><state id='b'/>" + strings.Repeat("<state/>", 255)), "2:1", "a `history` of more than 255 states cannot be imported"},
		{back("<history id='h'><transition target='b'/></history><state id='b'/><state id='c'><onentry><assign location='n' expr='1'/></onentry><transition event='f' target='z'/></state><transition event='g' target='c'/>"), "2:1", "a `history` of states that do different things on entry cannot be imported"},
		{back("<history id='h'><transition target='b'/></history><state id='b'><transition event='f' target='h'/></state>"), "3:79", "a transition to the `history` of a state from inside of it cannot be imported"},
		{back("<history id='h'><transition target='b'/></history><history id='i'><transition target='c'/></history><state id='b'/><state id='c'/><transition event='x' target='z'/></state><state><transition event='e' target='i'/>"), "3:65", "several `history` of a state that begin in different states cannot be imported"},
		{state("\n<invoke/>"), "3:1", "`invoke` cannot be imported"},
		{state("<onentry>\n<raise/></onentry>"), "3:1", "`raise` has no attribute `event`"},
		{state("<onentry>" + many(501, func(i int) string { return fmt.Sprintf("<raise event='e%d'/>", i) }) + "</onentry>"), "1:1", "raises more than 500 events"},
		{state("<onentry>\n<raise event='x y'/></onentry>"), "3:15", "`x y` is not the name of one event"},
		{state("<onentry>\n<send/></onentry>"), "3:1", "`send` has no attribute `event`"},
		{state("<onentry>\n<send event='x' delay='1h'/></onentry>"), "3:24", "a delay of this form cannot be imported"},
		{state("<onentry>\n<send event='x' delay='-1s'/></onentry>"), "3:24", "a delay of this form cannot be imported"},
		{state("<onentry>\n<send event='x' delay='9999999999s'/></onentry>"), "3:24", "a delay of this form cannot be imported"},
		{state("<onentry>\n<send event='x' delayexpr='1'/></onentry>"), "3:28", "a delay of this form cannot be imported"},
		{data("<onentry><send event='x' delayexpr='s'/></onentry><transition event='x' target='a'/>"), "2:51", "a delay of this form cannot be imported"},
		{data("<onentry><send event='x' delayexpr='n'/></onentry>"), "2:51", "a delay of this form cannot be imported"},
		{data("<onentry><send event='x' delayexpr='q'/></onentry>"), "2:51", "the variable `q`, which no <data> declares, cannot be imported"},
		{state("<onentry>\n<send event='x' delay='1s' delayexpr='2'/></onentry>"), "3:39", "`send` has both `delay` and `delayexpr`"},
		{state("<onentry>\n<send event='x' delay='1s' target='#_internal'/></onentry>"), "3:36", "`send` with a delay to another target cannot be imported"},
		{state("<onentry>\n<send delay='1s'/></onentry>"), "3:1", "`send` has no attribute `event`"},
		{state("<onentry>\n<send eventexpr='x'/></onentry>"), "3:18", "`send` of an event whose name is computed cannot be imported"},
		{state("<onentry>\n<send event='x' target='#_parent'/></onentry>"), "3:25", "`send` to another target cannot be imported"},
		{state("<onentry>\n<send event='x' targetexpr='y'/></onentry>"), "3:29", "`send` to another target cannot be imported"},
		{state("<onentry>\n<send event='x' type='http'/></onentry>"), "3:23", "`send` to another target cannot be imported"},
		{state("<onentry>\n<send event='x' typeexpr='y'/></onentry>"), "3:27", "`send` to another target cannot be imported"},
		{state("<onentry>\n<send event='x' idlocation='y'/></onentry>"), "3:29", "`send` that stores its id cannot be imported"},
		{state("<onentry>\n<send event='x' namelist='y'/></onentry>"), "3:27", "`send` with data cannot be imported"},
		{state("<onentry>\n<send event='x'><param/></send></onentry>"), "3:1", "`send` with data cannot be imported"},
		{state("<onentry>\n<send event='x'>1</send></onentry>"), "3:1", "`send` contains the text `1`, which has no meaning there"},
		{state("<onentry><send event='x'/></onentry><transition event='x' target='b'><raise event='y'/></transition></state>\n<state id='b'><onentry><send event='x'/></onentry><transition event='x'><raise event='y'/><send event='x'/></transition><transition event='y' target='c'/></state><state id='c'><onentry><send event='z'/><send event='x'/></onentry><transition event='z'><raise event='y'/></transition><transition event='y' target='a'/>"), "3:230", "an event that is raised while another one is to be handled after it cannot be imported"},
		{state("<transition event='e'><raise event='x'/></transition>\n<transition event='x'><raise event='x'/><raise event='x'/></transition>"), "3:1", "more than 8 raised events at a time, or more than 100 lists of them, cannot be imported"},
		{state("<onentry>\n<script/></onentry>"), "3:1", "`script` cannot be imported"},
		{state("<onentry>\n<x:y xmlns:x='urn:x'/></onentry>"), "3:1", "`y`, which is not SCXML, cannot be imported"},
		{state("<onentry>\n<odd/></onentry>"), "3:1", "`odd` is not an element of `onentry`"},
		{state("\n<odd/>"), "3:1", "`odd` is not an element of `state`"},
		{state("<transition event='e' target='äöü'/>"), "2:45", "unknown state `äöü`"},
		{state("<transition event='e' target='a a'/>"), "2:45", "several targets cannot be imported"},
		{state("<transition event=' ' target='a'/>"), "2:34", "names no event"},
		{state("<transition/>"), "2:15", "never come to rest"},
		{head + "\n<state id='a'/><state id='a'/>" + tail, "2:27", "two states have the id `a`"},
		{head + "\n<state id='a' initial='b'><state id='c'/></state><state id='b'/>" + tail, "2:24", "not inside"},
		{head + "\n<final id='a'><transition event='x'/></final>" + tail, "2:15", "a final state has no transitions"},
		{head + "\n<final id='a'><state/></final>" + tail, "2:15", "cannot contain states"},
		{"<scxml datamodel='xpath'/>", "1:19", "the data model `xpath` cannot be imported"},
		{"<scxml binding='late'/>", "1:17", "late binding cannot be imported"},
		{head + "<datamodel>\n<data id='x' src='y'/></datamodel>" + tail, "2:19", "data from another file cannot be imported"},
		{head + "<datamodel>\n<data id='x'>[1]</data></datamodel>" + tail, "2:1", "the content of `data` cannot be imported"},
		{head + "<datamodel>\n<data id='x.y'/></datamodel>" + tail, "2:1", "cannot be the id of data"},
		{head + "<datamodel>\n<data id='x'/><data id='x'/></datamodel>" + tail, "2:15", "declared twice"},
		{data("<transition cond='n > _event.data' target='a'/>"), "2:37", "the system variable `_event` cannot be imported"},
		{data("<transition cond='n / 2 > 1' target='a'/>"), "2:35", "operator `/`, which does not round, cannot be imported"},
		{data("<transition cond='n &lt; 1.5' target='a'/>"), "2:33", "numbers with a fraction"},
		{data("<transition cond='n > 9007199254740993' target='a'/>"), "2:37", "more than 53 bits"},
		{data("<transition cond='n == s' target='a'/>"), "2:35", "different types cannot be imported"},
		{data("<transition cond='s > s' target='a'/>"), "2:35", "an order of values that are not numbers"},
		{data("<transition cond='s + n == s' target='a'/>"), "2:35", "a concatenation of strings cannot be imported"},
		{data("<transition cond='n == m' target='a'/>"), "2:38", "the variable `m`, which no <data> declares, cannot be imported"},
		{data("<transition cond='u' target='a'/>"), "2:33", "the variable `u`, which has no value, cannot be imported"},
		{data("<transition cond='n = 1' target='a'/>"), "2:35", "the ECMAScript operator `=` cannot be imported"},
		{data("<transition cond='n[0]' target='a'/>"), "2:34", "ECMAScript arrays cannot be imported"},
		{data("<transition cond='f()' target='a'/>"), "2:34", "ECMAScript functions cannot be imported"},
		{data("<transition cond='(n' target='a'/>"), "2:35", "an expression that is not ECMAScript cannot be imported"},
		{data("<transition cond='' target='a'/>"), "2:33", "an empty expression cannot be imported"},
		{data("<onentry>\n<assign location='q' expr='1'/></onentry>"), "3:1", "an assignment to `q`, which no <data> declares, cannot be imported"},
		{data("<onentry>\n<assign location='n' expr='\"1\"'/></onentry>"), "3:28", "values of several types cannot be imported"},
		{data("<onentry>\n<assign location='n.x' expr='1'/></onentry>"), "3:20", "ECMAScript properties of objects cannot be imported"},
		{data("<onentry>\n<assign location='n'>1</assign></onentry>"), "3:1", "the content of `assign` cannot be imported"},
		{data("<onentry><if cond='n'><else/>\n<elseif cond='n'/></if></onentry>"), "3:1", "`elseif` comes after `else`"},
		{data("<onentry>\n<if><log/></if></onentry>"), "3:1", "`if` has no attribute `cond`"},
		{data("<transition event='e' cond='u' target='a'><assign location='u' expr='true'/></transition>"), "2:15", "the variable `u`, which may have no value here, cannot be imported"},
		{data("<onentry>" + strings.Repeat("<assign location='n' expr='n + n'/>", 60) + "</onentry><transition event='e' target='a'/>"), "1:96", "a value at the start that is not constant"},
		{data("<transition event='e'>" + strings.Repeat("<assign location='n' expr='n + n'/>", 20) + "</transition>"), "2:352", "more than 2000 terms"},
		{data("<onentry>" + strings.Repeat("<if cond='n > 1'><assign location='n' expr='n - 2'/></if>", 30) + "</onentry><transition event='e' target='a'/>"), "2:423", "more than 200 ways"},
	} {
		out, diags := load("x.scxml", []byte(test.src))
		at := ""
		for _, d := range diags {
			if d.Severity == diag.Error && at == "" {
				at = d.Span.String() + ": " + d.Message
			}
		}
		if out != nil || !strings.HasPrefix(at, "x.scxml:"+test.place+": ") || !strings.Contains(at, test.message) {
			src := test.src
			if len(src) > 300 {
				src = src[:300]
			}
			t.Errorf("%s\n%s\nwant %s ... %s", src, at, test.place, test.message)
		}
	}
}

func TestIs(t *testing.T) {
	for src, want := range map[string]bool{
		head: true, "\ufeff <?xml version='1.0'?><a:scxml/>": true, "<html/>": false, "stateDiagram-v2 <scxml": false, "": false,
	} {
		if Is([]byte(src)) != want {
			t.Errorf("%q: %v", src, !want)
		}
	}
	if d := Read("x.scxml", []byte(head+tail), 2); !d.Failed() {
		t.Error("a document has a second machine")
	}
}
