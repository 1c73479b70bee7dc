package scxml

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// many joins n parts.
func many(n int, part func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(part(i))
	}
	return b.String()
}

// TestLimits reads documents that are as large as they can be, in each direction. Each is imported or refused, in a moment.
func TestLimits(t *testing.T) {
	sample.Turn(t)
	state := func(i int) string { return fmt.Sprintf("<state id='s%d'/>", i) }
	cases := map[string]string{
		"states": many(9000, state) + "<state id='z'><transition event='e' target='s1'/></state>",
		"chain": many(4000, func(i int) string {
			return fmt.Sprintf("<state id='s%d'><transition event='e' target='s%d'/></state>", i, (i+1)%4000)
		}),
		"shared": "<state>" + many(4000, state) + many(4000, func(i int) string { return fmt.Sprintf("<transition event='e' cond='n == %d' target='s%d'/>", i, i) }) + "</state>",
		"pushed": "<state>" + many(300, func(i int) string {
			return fmt.Sprintf("<state id='s%d'><onexit><assign location='n' expr='n + %d'/></onexit></state>", i, i)
		}) + many(300, func(i int) string { return fmt.Sprintf("<transition event='e' cond='n == %d' target='s%d'/>", i, i) }) + "</state>",
		"events":      "<state id='a'>" + many(9000, func(i int) string { return fmt.Sprintf("<transition event='e%d' target='a'/>", i) }) + "</state>",
		"descriptors": "<state id='a'><transition event='" + many(100_000, func(i int) string { return fmt.Sprintf("e%d ", i) }) + "' target='a'/></state>",
		"wildcards": many(400, func(i int) string {
			return fmt.Sprintf("<state id='s%d'><transition event='e%d' target='s%d'/><transition event='*' target='s0'/></state>", i, i, (i+1)%400)
		}),
		"words":     "<state id='a'><transition event='" + strings.Repeat("a.", 300_000) + "b' target='a'/></state>",
		"variables": "<datamodel>" + many(5000, func(i int) string { return fmt.Sprintf("<data id='v%d' expr='%d'/>", i, i) }) + "</datamodel><state id='a'>" + many(3000, func(i int) string { return "<transition event='e' cond='n == 0' target='a'/>" }) + "</state>",
		"loose": "<datamodel>" + many(3000, func(i int) string { return fmt.Sprintf("<data id='v%d'/>", i) }) + "</datamodel>" + many(2000, func(i int) string {
			return fmt.Sprintf("<state id='s%d'><transition event='e' target='s%d'><assign location='v%d' expr='1'/></transition></state>", i, (i+1)%2000, i)
		}),
		"assigns": "<state id='a'><transition event='e' target='a'>" + strings.Repeat("<assign location='n' expr='n * 2 + n'/>", 9000) + "</transition></state>",
		"small":   "<state id='a'><transition event='e' target='a'>" + strings.Repeat("<assign location='n' expr='n % 2 + m - n + m'/><assign location='n' expr='1'/>", 4500) + "</transition></state>",
		"ifs":     "<state id='a'><transition event='e' target='a'>" + strings.Repeat("<if cond='n > m'><assign location='n' expr='n + 1'/></if>", 3000) + "</transition></state>",
		"elseifs": "<state id='a'><transition event='e' target='a'><if cond='n == 0'>" + many(8000, func(i int) string {
			return fmt.Sprintf("<elseif cond='n == %d'/><assign location='n' expr='%d'/>", i+1, i)
		}) + "</if></transition></state>",
		"sum":        "<state id='a'><transition event='e' cond='0" + strings.Repeat(" + n", 200_000) + " > 1' target='a'/></state>",
		"brackets":   "<state id='a'><transition event='e' cond='" + strings.Repeat("(", 400_000) + "' target='a'/></state>",
		"nots":       "<state id='a'><transition event='e' cond='" + strings.Repeat("!", 400_000) + "n' target='a'/></state>",
		"string":     "<state id='a'><transition event='e' cond='\"" + strings.Repeat("\\\\", 400_000) + "\" == \"a\"' target='a'/></state>",
		"deep":       many(39, func(i int) string { return fmt.Sprintf("<state id='d%d'><onexit><log expr='%d'/></onexit>", i, i) }) + many(2000, state) + strings.Repeat("</state>", 39),
		"initials":   many(39, func(i int) string { return fmt.Sprintf("<state id='d%d' initial='s%d'>", i, i) }) + many(400, state) + "<transition event='e' target='d0'/>" + strings.Repeat("</state>", 39),
		"attributes": "<state " + many(30_000, func(i int) string { return fmt.Sprintf("a%d='' ", i) }) + "/>",
		"comments":   strings.Repeat("<!-- x -->", 90_000) + "<state/>",
		"raises":     "<state id='a'><transition event='e' target='a'>" + many(9000, func(i int) string { return fmt.Sprintf("<raise event='e%d'/>", i) }) + "</transition></state>",
		"heard":      "<state id='a'><transition event='x' target='a'>" + strings.Repeat("<raise event='e'/>", 9000) + "</transition><transition event='e' target='a'/></state>",
		"queues": many(400, func(i int) string {
			return fmt.Sprintf("<state id='s%d'><transition event='e%d' target='s%d'><raise event='e%d'/><raise event='e%d'/></transition></state>", i, i, (i+1)%400, (i+1)%400, (i+7)%400)
		}),
		"finals": many(2500, func(i int) string {
			return fmt.Sprintf("<state id='s%d'><final id='f%d'/><transition event='done.state.s%d' target='s%d'/></state>", i, i, i, (i+1)%2500)
		}),
		"histories": "<state id='z'>" + many(1500, func(i int) string { return fmt.Sprintf("<transition event='e%d' target='h%d'/>", i, i%700) }) + "</state><state id='x'><transition event='e' target='z'/>" +
			many(700, func(i int) string {
				return fmt.Sprintf("<state><history id='h%d' type='deep'><transition target='s%d'/></history><state id='s%d'><transition event='f' target='t%d'/></state><state id='t%d'/></state>", i, i, i, i, i)
			}) + "</state>",
		"remembered": "<state id='z'>" + many(400, func(i int) string { return fmt.Sprintf("<transition event='e%d' target='h'/>", i) }) + "</state><state id='x'><history id='h' type='deep'><transition target='s0'/></history><transition event='e' target='z'/>" +
			many(4000, func(i int) string {
				return fmt.Sprintf("<state id='s%d'><transition event='f' target='s%d'/></state>", i, (i+1)%4000)
			}) + "</state>",
		"regions": "<parallel id='p'>" + many(1500, func(i int) string {
			return fmt.Sprintf("<state id='r%d'><state id='s%d'><transition event='e%d' target='t%d'/></state><state id='t%d'><transition event='x%d' target='p'/></state></state>", i, i, i%240, i, i, i%240)
		}) + "</parallel>",
		"together": "<parallel id='p'>" + many(200, func(i int) string {
			return fmt.Sprintf("<state id='r%d'><state id='s%d'><transition event='e' target='t%d'/></state><state id='t%d'/></state>", i, i, i, i)
		}) + "</parallel>",
		"clashes": "<parallel id='p'>" + many(2000, func(i int) string {
			return fmt.Sprintf("<state id='r%d'><transition event='e'><assign location='v%d' expr='1'/></transition></state>", i, i)
		}) + "</parallel><datamodel>" + many(2000, func(i int) string { return fmt.Sprintf("<data id='v%d' expr='%d'/>", i, i) }) + "</datamodel>",
		"looks": "<state id='z'><transition event='e' target='p'/></state><parallel id='p'><state id='r'><state id='s0'/></state><state>" + many(1500, func(i int) string {
			return fmt.Sprintf("<state id='t%d'><transition event='e%d' target='t%d' cond='In(\"s0\")'/></state>", i, i%400, i+1)
		}) + "<state id='t1500'/></state></parallel>",
		"logs": "<state id='a'><onentry>" + many(9000, func(i int) string { return fmt.Sprintf("<log expr='%d'/>", i) }) + "</onentry><transition event='e' target='a'/></state>",
	}
	for _, name := range sample.Some(t, slices.Sorted(maps.Keys(cases)), sample.Size(3, 3, len(cases))) {
		inside := cases[name]
		t.Run(name, func(t *testing.T) {
			src := head + "<datamodel><data id='n' expr='0'/><data id='m' expr='0'/></datamodel>" + inside + tail
			if len(src) > 1<<20 {
				t.Fatalf("%d bytes", len(src))
			}
			before := time.Now()
			out, diags := loadAny("x.scxml", []byte(src))
			took := time.Since(before)
			said := ""
			if len(diags) > 0 {
				said = diag.Clip(diags[0].Message)
			}
			t.Logf("%d bytes, %v: a spec is there: %v, %s", len(src), took.Round(time.Millisecond), out != nil, said)
			if (out == nil) != diags.HasErrors() {
				t.Error("a spec and errors, or neither")
			}
			if took > 30*time.Second {
				t.Errorf("it takes %v", took)
			}
		})
	}
}
