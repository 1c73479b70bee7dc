package check

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// counts forges the numbers of starts in a snapshot. Package codec of fsm tests how it reads texts that are no such numbers.
func (s *snapshots) counts(r *run.Run, snapshot []byte) {
	t := s.t
	t.Helper()
	for _, c := range draw.Counted(s.env.Oracle) {
		is := func(what string, text []byte, want oracle.Config) {
			t.Helper()
			want = s.env.Oracle.Adopted(want)
			m, err := s.env.Subject.Restored(text, r.Host.AsFace())
			if err == nil {
				err = s.env.restoredAgain(want, m, r.Host)
			}
			var again []byte
			if err == nil {
				again, err = s.env.Subject.Save(m)
			}
			if err == nil {
				err = c.Written(want, again)
			}
			if err != nil {
				t.Errorf("%s: the snapshot %s: %v", what, text, err)
			}
		}
		if err := c.Written(r.Now, snapshot); err != nil {
			t.Errorf("the snapshot %s: %v", snapshot, err)
		}
		none := c.None(r.Now)
		is(c.Member+" are missing", draw.Forge(t, snapshot, "", func(o draw.Object) { delete(o, c.Member) }), none)
		for i, name := range c.Names {
			for _, number := range draw.OddNumbers() {
				text := draw.Forge(t, snapshot, "", func(o draw.Object) { o[c.Member] = fmt.Appendf(nil, "{%q: %d}", name, number) })
				if c.Member == "starts" {
					number = max(number, 0)
				}
				is(fmt.Sprintf("%s of %s are %d", c.Member, name, number), text, c.With(none, i, number))
			}
		}
	}
}

// forgedNumbers sends an event to machines whose timers or calls have started as often as an int can say.
func forgedNumbers(t *testing.T, env *Env, of oracle.Config, snapshot []byte, e oracle.Input, host *host.Host) {
	t.Helper()
	for _, c := range draw.Counted(env.Oracle) {
		for i, name := range c.Names {
			from := env.Oracle.Adopted(c.With(of, i, math.MaxInt))
			text := draw.Forge(t, snapshot, c.Member, func(o draw.Object) { o[name] = strconv.AppendInt(nil, math.MaxInt, 10) })
			m, err := env.Subject.Restored(text, host.AsFace())
			if err == nil {
				if from, err = env.Subject.RestoredFrom(from, m); err == nil {
					err = takesForged(env, m, host, from, e)
				}
			}
			if err != nil {
				t.Fatalf("%s in %s: the snapshot %s: %v", env.Oracle.Texts.Input(e), env.Oracle.Texts.Config(from), text, err)
			}
		}
	}
}
