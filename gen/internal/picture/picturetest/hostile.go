package picturetest

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// HostileTexts returns texts that could break drawings or become markup.
func HostileTexts() []string {
	return []string{
		// markup and scripts
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<img src="https://evil.example/x.png">`, `<svg onload=alert(1)>`,
		`<a href="javascript:alert(1)">x</a>`, `<iframe src="https://evil.example"></iframe>`, `<style>*{display:none}</style>`,
		`<style>@import url(https://evil.example/x.css)</style>`, `</p></span></div></foreignObject></svg><script>alert(2)</script>`,
		`<b>bold</b>`, `<br>`, `<br/>`, `a<b`, `a<b>c`, `List<T>`, `<<choice>>`, `<!-- x -->`, `<![CDATA[x]]>`, `&lt;script&gt;`, `&amp;`, `&#60;b&#62;`, `#60;b#62;`, `#quot;`, `#35;`,
		// statements of Mermaid
		`click Idle href "javascript:alert(1)"`, `click Idle call alert(1)`, `%%{init: {"securityLevel": "loose"}}%%`, `%%{init: {"theme": "dark"}}%%`, `%% comment`, `---`, `--`, `-->`,
		`A --> B`, `[*] --> X`, `state X {`, `}`, `{`, `{}`, `state "x" as y`, `note right of A`, `end note`, `note`, `direction LR`, `direction TB`, `class A k`, `classDef k fill:red`,
		`:::k`, `::`, `: x`, `x:`, `;`, `a; b`, `a;b{`, `stateDiagram-v2`, `accTitle: x`, `accDescr {`, `title x`, `hide empty description`, `scale 600 width`, `as`, `root`, `end`, `[H]`, `[[fork]]`, `[[`, `]]`,
		// fences, Markdown and mathematics
		"```", "~~~", "``` mermaid", "`code`", `**bold**`, `*it*`, `_it_`, `__bold__`, `~~x~~`, `# heading`, `- item`, `1. item`, `> quote`, `[l](javascript:alert(1))`, `![i](https://evil.example/x.png)`,
		`https://evil.example`, `www.evil.example`, `a@evil.example`, `$$x^2$$`, `$x$`, `:smile:`, `fa:fa-ban`,
		// quotes, backslashes, line ends
		`"`, `'`, `""`, `say "hello"`, `it's`, `\`, `\\`, `\n`, `a\nb`, `a\"b`, `\u0041`, "a\nb", "a\r\nb", "a\tb", "a\u2028b", "\x00", "\x1b[31m", "\xff\xfe",
		// other scripts, direction of text, invisible letters
		"名前", "שלום", "مرحبا بالعالم", "é", "e\u0301", "🙂", "👩\u200d🚀", "\u202ereversed", "\u2066isolated\u2069", "\u200fmark", "naïve", "ǅ", "Ω≈ç√∫", "a\u00a0b",
		// properties of every object
		"__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf",
		// length
		strings.Repeat("long ", 60) + "end of it", strings.Repeat("x", 300), strings.Repeat("<", 50), strings.Repeat("(", 50),
	}
}

// Torture returns a machine that puts each text wherever a text can be: in the names of a state, a
// composite state, an event, an output, a delay and a call, and in a guard, an update and an
// argument.
func Torture(texts []string) *core.Machine {
	m := &core.Machine{Name: texts[0], Outcomes: []core.Outcome{{Name: texts[0]}}}
	text := expr.Type{Kind: expr.String}
	m.Vars = []core.Var{{Name: "v", Type: text, State: -1, Symbol: &expr.Symbol{Scope: expr.Var, Name: "v", Type: text}}}
	for i, s := range texts {
		m.Events = append(m.Events, core.Event{Name: s, Environment: i%2 == 1})
		m.Outputs = append(m.Outputs, core.Output{Name: s})
		m.Delays = append(m.Delays, core.Delay{Name: s})
		m.Calls = append(m.Calls, core.Call{Name: s, Args: []core.Field{{Name: s, Type: text}}})
		m.States = append(m.States, core.State{Name: s, Outcome: -1})
		if i%2 == 0 {
			m.States[i].Composites = []string{"in " + s}
		}
	}
	last := len(m.States)
	m.States = append(m.States, core.State{Name: "over " + texts[0], Outcome: 0})
	m.Outcomes[0].States = []int{last}
	for i, s := range texts {
		guard := &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: m.Vars[0].Symbol}, Y: &expr.Text{Value: s}}
		m.Invariants = append(m.Invariants, core.Invariant{State: i, Expr: guard}, core.Invariant{State: -1, Expr: guard})
		m.Invocations = append(m.Invocations, core.Invocation{Owner: s, States: []int{i}, Call: i, Args: []expr.Expr{&expr.Text{Value: s}}})
		m.Timers = append(m.Timers, core.Timer{Owner: s, States: []int{i}, Delay: i, Event: i})
		m.Transitions = append(m.Transitions,
			core.Transition{From: i, Event: i, To: i + 1, Guard: guard, Written: guard,
				Updates: []core.Update{{Var: 0, Value: &expr.Text{Value: s}}},
				Emits:   []core.Emission{{Output: i}, {Output: i, Cause: core.ByEntry, State: m.States[i+1].Name}}},
			core.Transition{From: i, Event: i, To: i, Internal: true, Updates: []core.Update{{Var: 0, Value: &expr.Text{Value: s}}}},
			core.Transition{From: i, Event: (i + 1) % len(texts), To: i},
		)
	}
	m.Sort()
	return m
}
