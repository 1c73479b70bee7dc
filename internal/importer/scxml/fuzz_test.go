package scxml

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// FuzzImport checks that whatever is imported loads and has the form of fsmgen fmt, that everything else is an error, and that
// positions are in the source.
func FuzzImport(f *testing.F) {
	files, err := filepath.Glob("testdata/*.scxml")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, s := range []string{
		"", "<scxml>", "<scxml><state/></scxml>", head + "<final/>" + tail, "<scxml><state><transition event='*'/></state></scxml>",
		"<scxml initial='b'><state id='a'><state id='b'><transition target='a'/></state></state></scxml>",
		"<scxml><datamodel><data id='x' expr='1'/></datamodel><state id='a'><onexit><if cond='x'><assign location='x' expr='x%2'/></if></onexit><transition target='a'/></state></scxml>",
		"<scxml><datamodel><data id='x' expr='[]'/><data id='y' expr='1'/></datamodel><state id='a'><transition event='e' cond='x[y]' target='a'><script>y++</script><if cond='f()'><send event='e' delay='y'/></if></transition><transition cond='y'/><history id='h'/><state/></state></scxml>",
		"<scxml><transition event='e'><log/></transition><state id='\xff'/></scxml>", "<scxml><state><transition cond='!-(\"\\\"'/></state></scxml>",
		"<!DOCTYPE a [<!ENTITY b '&c;&c;'><!ENTITY c '&b;'>]><scxml>&b;</scxml>",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		const name = "dir/some file.scxml"
		out, diags := loadAny(name, src)
		if (out == nil) != diags.HasErrors() {
			t.Fatalf("a spec is there: %v, and %v", out != nil, diags)
		}
		rough, found := Approximate(name, src, 1).Spec()
		if (rough == nil) != found.HasErrors() || out != nil && string(rough) != string(out) {
			t.Fatalf("an approximation is there: %v, and %v", rough != nil, found)
		}
		total := strings.Count(string(src), "\n") + 1
		for _, d := range diags {
			if d.Span.Start.Line > total || d.Message == "" || d.Span.File != name || d.Span.Start.IsValid() && d.Span.Start.Column < 1 {
				t.Errorf("%+v in %d lines", d, total)
			}
			if !d.Span.Start.IsValid() && d.Code != diag.CodeCollision && d.Code != diag.CodeEventless && d.Code != diag.CodeTooBig {
				t.Errorf("the import makes a spec that does not load: %s\n%s", d.Message, src)
			}
		}
		if out == nil {
			return
		}
		s, found := spec.Load("x.fsm.yaml", out)
		if s.Machine == nil {
			t.Fatalf("%v\n%s", found, out)
		}
		if again, diags, err := format.Source("x.fsm.yaml", out); err != nil || diags.HasErrors() || string(again) != string(out) {
			t.Errorf("not in the form of fsmgen fmt:\n%s", out)
		}
		if again, _ := loadAny(name, src); string(again) != string(out) {
			t.Error("two imports of one document differ")
		}
	})
}
