package sqlguard

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// File returns the SQL for a table, which exists. Its name is that of the machine if it is "". The error says what of the machine this package
// cannot guard.
func File(m *core.Machine, name string) ([]byte, error) {
	t, err := newTable(m, name)
	if err != nil {
		return nil, err
	}
	guard, err := t.guard()
	if err != nil {
		return nil, err
	}
	table, function := quoted(t.name), quoted(t.name+"_fsm_guard")
	var b strings.Builder
	fmt.Fprintf(&b, "-- What the machine %s allows in the table %s of PostgreSQL. Written by fsmgen.\n", remark(m.Name), remark(table))
	b.WriteString("-- The table has these columns, and can have others:\n--\n")
	fmt.Fprintf(&b, "--   %s: text, the state\n", `"state"`)
	said := map[string]bool{}
	say := func(column, kind, name string) {
		if !said[column] {
			said[column] = true
			fmt.Fprintf(&b, "--   %s: %s, %s\n", remark(quoted(column)), kind, name)
		}
	}
	kinds := []string{"", "integer or bigint", "boolean", "text", "text"} // by expr.Kind
	for i, p := range m.Params {
		say(t.params[i], kinds[p.Type.Kind], "the parameter "+p.Name)
	}
	for i, v := range m.Vars {
		say(t.vars[i], kinds[v.Type.Kind], v.Name)
	}
	b.WriteString("--\n-- Run it in one transaction. For a new version of the spec, run the new file: it replaces this one.\n\n")
	fmt.Fprintf(&b, "ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s;\n", table, function)
	fmt.Fprintf(&b, "ALTER TABLE %s ADD CONSTRAINT %s CHECK (\n\t%s\n);\n\n", table, function, strings.Join(t.checks(), "\n\tAND "))
	fmt.Fprintf(&b, "CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS %s;\n\n", function, body("\n"+guard))
	fmt.Fprintf(&b, "DROP TRIGGER IF EXISTS %s ON %s;\n", function, table)
	fmt.Fprintf(&b, "CREATE TRIGGER %s AFTER UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION %s();\n", function, table, function)
	if strings.Contains(b.String(), `\U00000000`) {
		return nil, fmt.Errorf("a text of the machine contains the character NUL, which PostgreSQL does not store")
	}
	return []byte(b.String()), nil
}

// guard returns the body of the trigger.
func (t *table) guard() (string, error) {
	var b strings.Builder
	same := []string{`NEW."state" = OLD."state"`}
	b.WriteString("BEGIN\n")
	for _, c := range t.params {
		fmt.Fprintf(&b, "\tIF NEW.%s IS DISTINCT FROM OLD.%s THEN\n", quoted(c), quoted(c))
		fmt.Fprintf(&b, "\t\tRAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = %s;\n\tEND IF;\n", literal(t.m.Name+": "+c+" is a parameter, which never changes"))
	}
	for _, c := range t.vars {
		same = append(same, fmt.Sprintf("NEW.%s = OLD.%s", quoted(c), quoted(c)))
	}
	fmt.Fprintf(&b, "\tIF %s THEN\n\t\tRETURN NULL; -- The machine has not changed.\n\tEND IF;\n", strings.Join(same, " AND "))
	for _, i := range takes(t.m) {
		tr := &t.m.Transitions[i]
		condition, err := t.step(i)
		if err != nil {
			return "", err
		}
		// The states first: an operation of another state can be an error.
		fmt.Fprintf(&b, "\t-- %s\n\tIF %s AND %s THEN\n\t\tIF (%s) THEN\n\t\t\tRETURN NULL;\n\t\tEND IF;\n\tEND IF;\n", remark(t.m.Label(i)), t.in("OLD", tr.From), t.in("NEW", tr.To), condition)
	}
	fmt.Fprintf(&b, "\tRAISE EXCEPTION USING ERRCODE = 'check_violation',\n\t\tMESSAGE = %s || OLD.\"state\" || ' to ' || NEW.\"state\" || ' with these values';\nEND\n",
		literal(t.m.Name+": no transition leads from "))
	return b.String(), nil
}
