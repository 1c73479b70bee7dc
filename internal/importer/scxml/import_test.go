package scxml

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// load makes a spec of a document.
func load(file string, src []byte) ([]byte, diag.List) {
	return Read(file, src, 1).Spec()
}

// TestGolden imports the documents in testdata and compares the specs, with the warnings behind them.
func TestGolden(t *testing.T) {
	for _, name := range []string{"../../../../docs/coffee", "crossing", "values", "names"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join("testdata", name+".scxml"))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Base(name) + ".scxml"
			out, diags := load(file, src)
			var got bytes.Buffer
			got.Write(out)
			got.WriteString("---\n")
			for _, d := range diags {
				got.WriteString(d.Span.String() + ": " + d.Severity.String() + ": " + d.Message + "\n")
			}
			golden.File(t, filepath.Join("testdata", filepath.Base(name)+".golden"), got.Bytes())
			windows := bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
			if crlf, _ := load(file, append([]byte("\ufeff"), windows...)); out == nil || !bytes.Equal(out, crlf) {
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

// TestRefused gives each kind of document for which there is no spec, with the place and the words of the error.
func TestRefused(t *testing.T) {
	state := func(inside string) string { return head + "\n<state id='a'>" + inside + "</state>" + tail }
	data := func(inside string) string {
		return head + "<datamodel><data id='n' expr='1'/><data id='s' expr='\"x\"'/><data id='u'/></datamodel>\n<state id='a'>" + inside + "</state>" + tail
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
		{head + "\n<parallel/>" + tail, "2:1", "`parallel` cannot be imported"},
		{state("<history/>"), "2:15", "`history` cannot be imported"},
		{state("\n<invoke/>"), "3:1", "`invoke` cannot be imported"},
		{state("<onentry>\n<raise event='x'/></onentry>"), "3:1", "`raise` cannot be imported"},
		{state("<transition event='e'>\n<send event='x'/></transition>"), "3:1", "`send` cannot be imported"},
		{state("<onentry>\n<script/></onentry>"), "3:1", "`script` cannot be imported"},
		{state("<onentry>\n<x:y xmlns:x='urn:x'/></onentry>"), "3:1", "`y`, which is not SCXML, cannot be imported"},
		{state("<onentry>\n<odd/></onentry>"), "3:1", "`odd` is not executable content"},
		{state("\n<odd/>"), "3:1", "`odd` is not an element of a state"},
		{state("<transition event='e' target='äöü'/>"), "2:45", "unknown state `äöü`"},
		{state("<transition event='e' target='a a'/>"), "2:45", "several targets cannot be imported"},
		{state("<transition event=' ' target='a'/>"), "2:34", "names no event"},
		{state("<transition/>"), "2:15", "never come to rest"},
		{head + "\n<state id='a'/><state id='a'/>" + tail, "2:27", "two states have the id `a`"},
		{head + "\n<state id='a' initial='b'><state id='c'/></state><state id='b'/>" + tail, "2:24", "not inside"},
		{head + "\n<final id='a'><transition event='x'/></final>" + tail, "2:15", "a final state has no transitions"},
		{head + "\n<final id='a'><state/></final>" + tail, "2:15", "cannot contain states"},
		{state("<state id='b'><transition event='done' target='a'/></state><final id='c'/>"), "2:29", "the event `done.state` cannot be imported"},
		{"<scxml datamodel='xpath'/>", "1:19", "the data model `xpath` cannot be imported"},
		{"<scxml binding='late'/>", "1:17", "late binding cannot be imported"},
		{head + "<datamodel>\n<data id='x' src='y'/></datamodel>" + tail, "2:19", "data from another file cannot be imported"},
		{head + "<datamodel>\n<data id='x'>[1]</data></datamodel>" + tail, "2:1", "the content of `data` cannot be imported"},
		{head + "<datamodel>\n<data id='x.y'/></datamodel>" + tail, "2:1", "cannot be the id of data"},
		{head + "<datamodel>\n<data id='x'/><data id='x'/></datamodel>" + tail, "2:15", "declared twice"},
		{data("<transition cond='In(\"a\")' target='a'/>"), "2:33", "`In()` cannot be imported"},
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
