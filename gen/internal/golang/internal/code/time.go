package code

import (
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Length writes the duration of a timer that starts.
func Length(m *machine.Machine, timer int, host string) *jen.Statement {
	t := m.Core.Timers[timer]
	if t.Delay < 0 {
		return Duration(t.Constant)
	}
	name := m.Names.Delays[t.Delay]
	if name.Const != "" {
		return jen.Id(name.Const)
	}
	params := "m.params"
	if host == "host" {
		params = "p"
	}
	said := jen.Id(host).Dot(name.Method).Call(jen.Id(Exprs(m, t.Args, params, -1)))
	if most := m.Core.Delays[t.Delay].Max; most > 0 {
		return jen.Id("min").Call(said, Duration(most))
	}
	return said
}

// Duration writes a positive duration as Go, as a multiple of the largest possible unit.
func Duration(d time.Duration) *jen.Statement {
	unit, name := time.Nanosecond, "Nanosecond"
	for _, u := range []struct {
		unit time.Duration
		name string
	}{
		{time.Microsecond, "Microsecond"}, {time.Millisecond, "Millisecond"}, {time.Second, "Second"}, {time.Minute, "Minute"}, {time.Hour, "Hour"},
	} {
		if d%u.unit == 0 {
			unit, name = u.unit, u.name
		}
	}
	if d == unit {
		return jen.Qual("time", name)
	}
	return jen.Id(strconv.FormatInt(int64(d/unit), 10)).Op("*").Qual("time", name)
}

// WithMath writes code that uses no package except math.
func WithMath(code string) *jen.Statement {
	out := jen.Null()
	for i, part := range strings.Split(code, "math.") {
		name := ""
		if i > 0 {
			name, part = part[:len("MaxInt")], part[len("MaxInt"):]
			out.Qual("math", name)
		}
		if part != "" {
			out.Op(part)
		}
	}
	return out
}
