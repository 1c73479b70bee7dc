package columnstest

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/sqlguard"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// texts are those that rows and payloads have, by their number.
var texts = []string{"", "it's", `a\`, "$fsm$"}

// guarded is a machine with a table that its SQL guards.
type guarded struct {
	*testing.T
	m       *core.Machine
	columns []string
	all     []string // texts by their number
}

// number returns the number of a text.
func (g *guarded) number(text string) int64 {
	i := slices.Index(g.all, text)
	if i < 0 {
		i = len(g.all)
		g.all = append(g.all, text)
	}
	return int64(i)
}

// stored returns a value as a column has it.
func (g *guarded) stored(of expr.Type, v int64) string {
	switch of.Kind {
	case expr.Bool:
		return fmt.Sprint(v == 1)
	case expr.Enumerated:
		return of.Enum.Stored(int(v))
	case expr.String:
		return g.all[v]
	}
	return fmt.Sprint(v)
}

// row returns the columns of a configuration, by their names. Of data that share a column, at most one is there.
func (g *guarded) row(params []int64, c interp.Config) map[string]string {
	row := map[string]string{"state": g.m.States[c.State].Stored()}
	for i, p := range g.m.Params {
		row[snake(p.Name)] = g.stored(p.Type, params[i])
	}
	for i, v := range g.m.Vars {
		if _, taken := row[snake(v.Name)]; !taken || g.m.Exists(i, c.State) {
			row[snake(v.Name)] = g.stored(v.Type, c.Vars[i])
		}
	}
	return row
}

// snake is a name as a column: the names of the tests need no more.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// inputs returns all inputs of which the payloads have few values.
func (g *guarded) inputs(ints []int64) (all []interp.Input) {
	answers := [][]int64{{}}
	for range g.m.Asks {
		answers = product(answers, []int64{0, 1})
	}
	for e, event := range g.m.Events {
		payloads := [][]int64{{}}
		for _, f := range event.Fields {
			var values []int64
			switch f.Type.Kind {
			case expr.Bool:
				values = []int64{0, 1}
			case expr.Enumerated:
				for i := range f.Type.Enum.Values {
					values = append(values, int64(i))
				}
			case expr.String:
				for i := range g.all {
					values = append(values, int64(i))
				}
			case expr.Int:
				values = ints
			default:
				values = []int64{0}
			}
			payloads = product(payloads, values)
		}
		for _, p := range payloads {
			for _, a := range answers {
				all = append(all, interp.Input{Event: e, Fields: p, Answers: a})
			}
		}
	}
	return all
}

// product appends each value to each list.
func product(lists [][]int64, values []int64) (all [][]int64) {
	for _, l := range lists {
		for _, v := range values {
			all = append(all, append(slices.Clone(l), v))
		}
	}
	return all
}

// create makes the table and guards it.
func (g *guarded) create(db *sql.DB, guard []byte) {
	g.Helper()
	kinds := map[string]string{"state": "TEXT"}
	add := func(name string, of expr.Type) {
		kinds[snake(name)] = map[expr.Kind]string{expr.Int: "BIGINT", expr.Bool: "BOOLEAN", expr.String: "TEXT", expr.Enumerated: "TEXT"}[of.Kind]
	}
	for _, p := range g.m.Params {
		add(p.Name, p.Type)
	}
	for _, v := range g.m.Vars {
		add(v.Name, v.Type)
	}
	var list []string
	for name, kind := range kinds {
		g.columns = append(g.columns, name)
		list = append(list, fmt.Sprintf("%q %s", name, kind))
	}
	slices.Sort(g.columns)
	for _, text := range []string{"DROP TABLE IF EXISTS guarded", `CREATE TABLE guarded ("the id" INTEGER PRIMARY KEY, ` + strings.Join(list, ", ") + ")", string(guard)} {
		if _, err := db.Exec(text); err != nil {
			g.Fatalf("%v\n%s", err, text)
		}
	}
}

// values returns the columns of a row in order.
func (g *guarded) values(row map[string]string) (all []any) {
	for _, c := range g.columns {
		all = append(all, row[c])
	}
	return all
}

// write replaces the row of the table, and reports whether the database allows it. To is nil for the first row only.
func (g *guarded) write(db *sql.DB, from, to map[string]string) (inserted, moved bool) {
	g.Helper()
	tx, err := db.Begin()
	if err != nil {
		g.Fatal(err)
	}
	defer tx.Rollback()
	var names, marks, sets []string
	for i, c := range g.columns {
		names, marks, sets = append(names, fmt.Sprintf("%q", c)), append(marks, fmt.Sprintf("$%d", i+1)), append(sets, fmt.Sprintf("%q = $%d", c, i+1))
	}
	_, err = tx.Exec(`INSERT INTO guarded ("the id", `+strings.Join(names, ", ")+") VALUES (1, "+strings.Join(marks, ", ")+")", g.values(from)...)
	if err != nil {
		g.refused(err)
		return false, false
	}
	if to == nil {
		return true, false
	}
	if _, err = tx.Exec("UPDATE guarded SET "+strings.Join(sets, ", "), g.values(to)...); err != nil {
		g.refused(err)
	}
	return true, err == nil
}

// refused demands that an error says that the row is not one of the machine.
func (g *guarded) refused(err error) {
	g.Helper()
	var coded interface{ SQLState() string }
	if !errors.As(err, &coded) || coded.SQLState() != "23514" {
		g.Errorf("%v", err)
	}
}

// reached returns configurations that a machine reaches from its start, at most n.
func reached(m interp.Machine, inputs []interp.Input, n int) (all []interp.Config) {
	begin, err := m.Initial()
	if err != nil {
		return nil
	}
	all = append(all, begin)
	for i := 0; i < len(all); i++ {
		for _, in := range inputs {
			step, err := m.Step(all[i], in)
			same := func(c interp.Config) bool { return c.State == step.Next.State && slices.Equal(c.Vars, step.Next.Vars) }
			if err == nil && len(all) < n && !slices.ContainsFunc(all, same) {
				all = append(all, step.Next)
			}
		}
	}
	return all
}

// pairs compares all pairs of rows: the database allows a move if and only if the interpreter has an input for it. It returns how many moves there
// are, and how many pairs there are none for.
func (g *guarded) pairs(db *sql.DB, params []int64, configs []interp.Config, inputs []interp.Input) (moves, none int) {
	m := interp.Machine{Core: g.m, Params: params, Intern: g.number}
	for _, from := range configs {
		next := map[string]bool{}
		for _, in := range inputs {
			if step, err := m.Step(from, in); err == nil {
				next[fmt.Sprint(step.Next)] = true
			}
		}
		next[fmt.Sprint(from)] = true
		for _, to := range configs {
			inserted, moved := g.write(db, g.row(params, from), g.row(params, to))
			if !inserted || moved != next[fmt.Sprint(to)] {
				g.Errorf("from %v to %v: inserted: %t, moved: %t, the interpreter says %t", g.row(params, from), g.row(params, to), inserted, moved, next[fmt.Sprint(to)])
			}
			if moved {
				moves++
			} else {
				none++
			}
		}
	}
	return moves, none
}

// computes reports whether no step divides by zero, as those of a random machine can.
func (g *guarded) computes(params []int64, configs []interp.Config, inputs []interp.Input) bool {
	m := interp.Machine{Core: g.m, Params: params, Intern: g.number}
	for _, c := range configs {
		for _, in := range inputs {
			if _, err := m.Step(c, in); err != nil {
				return false
			}
		}
	}
	return true
}

// guard returns a machine with its guarded table, or nil if it cannot have one.
func guard(t *testing.T, db *sql.DB, m *core.Machine) *guarded {
	t.Helper()
	text, err := sqlguard.File(m, "guarded")
	if err != nil {
		t.Logf("%s: %v", m.Name, err)
		return nil
	}
	g := &guarded{T: t, m: m, all: slices.Clone(texts)}
	g.create(db, text)
	return g
}

// openGuarded opens a new database of PostgreSQL.
func openGuarded(t *testing.T) *sql.DB {
	t.Helper()
	// Tables come and go, so nothing about them can be kept.
	address, mode := server.Database(t), "?default_query_exec_mode=simple_protocol"
	if strings.Contains(address, "?") {
		mode = "&" + mode[1:]
	}
	db, err := sql.Open("pgx", address+mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestGuard tries all pairs of rows of machines with each feature that a guard knows, and rows that are none of the machine.
func TestGuard(t *testing.T) {
	db, taken, refused := openGuarded(t), 0, 0
	for _, file := range []string{"parcel/parcel.fsm.yaml", "testdata/ticket.fsm.yaml"} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		loaded, diags := spec.Load(file, src)
		if loaded.Machine == nil {
			t.Fatal(diags)
		}
		g := guard(t, db, loaded.Machine)
		if g == nil {
			t.FailNow()
		}
		inputs := g.inputs([]int64{-2, -1, 0, 1, 2, 3, 7})
		for _, first := range []int64{1, 2} {
			params := []int64{first}
			configs := reached(interp.Machine{Core: g.m, Params: params, Intern: g.number}, inputs, 45)
			moves, none := g.pairs(db, params, configs, inputs)
			if moves <= len(configs) || none < moves {
				t.Errorf("%s: %d moves between %d rows, and %d pairs without one", file, moves, len(configs), none)
			}
			for _, c := range configs[max(0, len(configs)-4):] {
				for _, column := range g.columns {
					for _, value := range []any{nil, "Nowhere", "-1", "0", "1", "5", "99", "", "true", "High", "it's high", "Nobody", "Refused"} {
						if g.cell(db, params, c, column, value) {
							taken++
						} else {
							refused++
						}
					}
				}
			}
		}
	}
	if taken < 30 || refused < 200 {
		t.Errorf("%d rows are taken and %d refused", taken, refused)
	}
}

// cell inserts a row with another value in one column: the database takes it if and only if it has the values of a configuration. It
// reports whether it does.
func (g *guarded) cell(db *sql.DB, params []int64, c interp.Config, column string, value any) bool {
	g.Helper()
	row := g.row(params, c)
	values := g.values(row)
	values[slices.Index(g.columns, column)] = value
	var marks, names []string
	for i, name := range g.columns {
		marks, names = append(marks, fmt.Sprintf("$%d", i+1)), append(names, fmt.Sprintf("%q", name))
	}
	tx, err := db.Begin()
	if err != nil {
		g.Fatal(err)
	}
	defer tx.Rollback()
	_, err = tx.Exec(`INSERT INTO guarded ("the id", `+strings.Join(names, ", ")+") VALUES (1, "+strings.Join(marks, ", ")+")", values...)
	want := value == row[column] || g.allowed(params, c, column, value)
	if (err == nil) != want {
		g.Errorf("%v with %s = %v: %v, want it taken: %t", row, column, value, err, want)
	}
	return want
}

// allowed reports whether a configuration is still one with another value in a column, which is not that of the state.
func (g *guarded) allowed(params []int64, c interp.Config, column string, value any) bool {
	text, ok := value.(string)
	if !ok || column == "state" {
		return false
	}
	params, c.Vars = slices.Clone(params), slices.Clone(c.Vars)
	for i, p := range g.m.Params {
		if snake(p.Name) == column {
			if params[i], ok = g.read(p.Type, text); !ok {
				return false
			}
		}
	}
	here := slices.IndexFunc(g.m.Vars, func(v core.Var) bool { return snake(v.Name) == column && (v.State < 0 || v.State == c.State) })
	if i := slices.IndexFunc(g.m.Vars, func(v core.Var) bool { return snake(v.Name) == column }); i >= 0 && here < 0 {
		n, ok := g.read(g.m.Vars[i].Type, text)
		return ok && n == 0 // A datum of other states.
	}
	if here >= 0 {
		if c.Vars[here], ok = g.read(g.m.Vars[here].Type, text); !ok {
			return false
		}
	}
	return g.valid(params, c)
}

// valid reports whether the claims of the spec hold in a configuration.
func (g *guarded) valid(params []int64, c interp.Config) bool {
	m := interp.Machine{Core: g.m, Params: params, Intern: g.number}
	within := func(n int64, lo, hi expr.Expr) bool {
		for _, each := range []struct {
			end  expr.Expr
			sign int64
		}{{lo, 1}, {hi, -1}} {
			if each.end == nil {
				continue
			}
			if end, err := m.Eval(c, each.end); err != nil || (n-end)*each.sign < 0 {
				return false
			}
		}
		return true
	}
	for i, p := range g.m.Params {
		if !within(params[i], p.Min, p.Max) {
			return false
		}
	}
	for i, v := range g.m.Vars {
		if g.m.Exists(i, c.State) && !within(c.Vars[i], v.Min, v.Max) {
			return false
		}
	}
	for _, claim := range g.m.Invariants {
		if claim.State < 0 || claim.State == c.State {
			if holds, err := m.Eval(c, claim.Expr); err != nil || holds == 0 {
				return false
			}
		}
	}
	return true
}

// read is the inverse of stored.
func (g *guarded) read(of expr.Type, text string) (int64, bool) {
	switch of.Kind {
	case expr.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	case expr.Bool:
		n := slices.Index([]string{"false", "true"}, text)
		if text == "0" || text == "1" {
			n = int(text[0] - '0') // PostgreSQL reads these, too.
		}
		return int64(n), n >= 0
	case expr.Enumerated:
		for i := range of.Enum.Values {
			if of.Enum.Stored(i) == text {
				return int64(i), true
			}
		}
		return 0, false
	}
	return g.number(text), true
}

// TestGuardRandom tries all pairs of rows of random machines.
func TestGuardRandom(t *testing.T) {
	db := openGuarded(t)
	guardedMachines, moves, none := 0, 0, 0
	n := sample.Size(200, 600, 10000)
	for seed := range n {
		text := spectest.Random(rand.New(rand.NewPCG(uint64(seed), 77)), 0)
		loaded, _ := spec.Load("m.fsm.yaml", []byte(text))
		if loaded.Machine == nil {
			continue
		}
		if _, err := sqlguard.File(loaded.Machine, "guarded"); err != nil {
			continue
		}
		g := guard(t, db, loaded.Machine)
		inputs := g.inputs([]int64{-1, 0, 1, 2, 3})
		if len(inputs) > 3000 {
			continue
		}
		params := make([]int64, len(g.m.Params))
		for i, p := range g.m.Params {
			if lo, ok := p.Min.(*expr.Lit); ok && p.Type.Kind == expr.Int {
				params[i] = lo.Value
			}
		}
		configs := reached(interp.Machine{Core: g.m, Params: params, Intern: g.number}, inputs, 12)
		// Claims of random specs can be false.
		configs = slices.DeleteFunc(configs, func(c interp.Config) bool { return !g.valid(params, c) })
		inputs = g.inputs([]int64{-1, 0, 1, 2, 3}) // with the texts that were found
		if !g.computes(params, configs, inputs) {
			continue
		}
		yes, no := g.pairs(db, params, configs, inputs)
		guardedMachines, moves, none = guardedMachines+1, moves+yes, none+no
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if guardedMachines < n/20 || moves < 3*guardedMachines || none < 3*guardedMachines {
		t.Error("too few machines or moves")
	}
	t.Logf("%d machines of %d, %d moves, %d pairs without one", guardedMachines, n, moves, none)
}
