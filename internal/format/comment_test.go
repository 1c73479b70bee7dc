package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/syntax"
)

// places is a spec with a comment in each place where YAML allows one: every @
// stands for a comment on the rest of its line. Its keys are in order, so that
// the comments must stay in order.
const places = `@
@

@
fsm: 1 @
@
machine: Places @

@
doc: | @
  text # not a comment
  @ @

@
params: @
  @
  a: @
    @
    type: int @
    @
    min: 0 @

    @

  @
  b: {type: int, min: 0} @
  c: @
    @
    {type: int} @
  @
@
enums: { @
  @
  E: [ @
    @
    X, @
    @
    Y @
    @
  ], @
  F: [Z], @
  @
} @
@
vars: @

  @

  s: "text # not a comment
    @ text" @
  t: text
    more @
  u: > @
    text # not a comment

    more
  @
  v: 'it''s # not' @
events: @
  Go: {} @
  Empty: @
  @
  None: {@
    @
  } @
initial: A @
on:
  @
  Go: @
  - A @
  @
  - @
    @
    to: B @
    @
  - - C @
    @
    - D @
    @
  @
@
states:
  A: {if: "#not", to: a#not} @

@
...
@
`

// TestComments finds each comment again, once, in its order. What looks like a
// comment in texts is left as it is.
func TestComments(t *testing.T) {
	count := 0
	var src strings.Builder
	for line := range strings.Lines(places) {
		if text, ok := strings.CutSuffix(line, "@\n"); ok && line != "  @ @\n" {
			count++
			line = fmt.Sprintf("%s# comment %d.\n", text, count)
			if strings.HasSuffix(text, "{") {
				line = fmt.Sprintf("%s # comment %d.\n", text, count)
			}
		}
		src.WriteString(line)
	}
	out, diags, err := format.Source("f.fsm.yaml", []byte(src.String()))
	if err != nil || len(diags) > 0 {
		t.Fatal(err, diags)
	}
	rest := string(out)
	for i := 1; i <= count; i++ {
		_, after, ok := strings.Cut(rest, fmt.Sprintf("# comment %d.\n", i))
		if !ok {
			t.Fatalf("comment %d is not in its place in\n%s", i, out)
		}
		rest = after
	}
	if n := strings.Count(string(out), "# comment"); n != count || count < 50 {
		t.Errorf("%d comments, want %d", n, count)
	}
}

// TestCommentAnywhere puts one comment after another into the lines of a few specs,
// at several columns and at the end, and finds it again.
func TestCommentAnywhere(t *testing.T) {
	const mark = "# here it is"
	tried := 0
	for _, name := range []string{"testdata/layout.yaml", "testdata/order.yaml", "../../spec/testdata/ok/nested.fsm.yaml", "../../spec/testdata/ok/call.fsm.yaml"} {
		src, ok := specs(t)[name]
		if !ok {
			t.Fatalf("no spec %s", name)
		}
		lines := strings.SplitAfter(string(src), "\n")
		without, _ := syntax.Read("f.fsm.yaml", src)
		try := func(i int, line string) {
			with := strings.Join(lines[:i], "") + line + strings.Join(lines[i+1:], "")
			read, diags := syntax.Read("f.fsm.yaml", []byte(with))
			if diags.HasErrors() || outline(read) != outline(without) {
				return // in a text it is no comment
			}
			tried++
			out, _, err := format.Source("f.fsm.yaml", []byte(with))
			if err != nil || strings.Count(string(out), mark) != 1 {
				t.Fatalf("%s:%d: the comment is not there once, %v:\n%s\nof\n%s", name, i+1, err, out, with)
			}
			if again, _, _ := format.Source("f.fsm.yaml", out); string(again) != string(out) {
				t.Fatalf("%s:%d: formatting again gives\n%s\nof\n%s", name, i+1, again, out)
			}
		}
		type place struct {
			line int
			text string
		}
		var places []place
		for i, line := range lines {
			text, end := strings.CutSuffix(line, "\n")
			if !end {
				continue
			}
			places = append(places, place{i, text + " " + mark + "\n"})
			for column := 0; column < 14; column += 2 {
				own := strings.Repeat(" ", column) + mark + "\n"
				places = append(places, place{i, own + line}, place{i, "\n" + own + line}, place{i, own + "\n" + line})
			}
		}
		for _, p := range sample.Some(t, places, sample.Size(10, 20, len(places)), src) {
			try(p.line, p.text)
		}
	}
	if sample.Long() && tried < 2000 {
		t.Errorf("only %d places were tried", tried)
	}
}

// outline prints what is read of a tree.
func outline(n *syntax.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %q %t (", n.Kind, n.Text, n.Null)
	for _, p := range n.Pairs {
		b.WriteString(outline(p.Key) + ": " + outline(p.Value) + "\n")
	}
	for _, i := range n.Items {
		b.WriteString(outline(i) + "\n")
	}
	return b.String() + ")"
}
