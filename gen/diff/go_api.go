package diff

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fsmgen/fsmgen/gen/internal/goapi"
	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// made is what the generated package of a version exports, made once.
type made struct {
	once sync.Once
	api  *goapi.API
	err  error
}

func (s *Side) api() (*goapi.API, error) {
	s.made.once.Do(func() { s.made.api, s.made.err = api(s.Spec) })
	return s.made.api, s.made.err
}

// exports compares the exported names of the generated packages.
func (c *comparison) exports() error {
	old, oldErr := c.old.api()
	new, newErr := c.new.api()
	err := errors.Join(oldErr, newErr)
	switch {
	case err == nil:
		(&surface{c.places(), c.record, newOrigin(c.a), newOrigin(c.b)}).compare(goapi.Compare(old, new))
	case !errors.Is(err, goexpr.ErrConstant):
		return err
	case oldErr == nil || newErr == nil:
		c.record.note("the Go code is not compared: " + err.Error())
	}
	return nil
}

// surface is what the generated packages export.
type surface struct {
	*places
	*record
	// old and new find the parts of the two machines.
	old, new origin
}

// compare reports the changes of exported names.
func (x *surface) compare(changes []goapi.Change) {
	renumbered := map[string][]goapi.Change{}
	var types []string
	for _, change := range changes {
		if change.Kind == goapi.Method && (x.waits(x.old, change.Name) || x.waits(x.new, change.Name)) {
			continue // the method of the interface says it
		}
		if change.OldValue == "" {
			x.d.Breaking = append(x.d.Breaking, x.exported(&change))
			continue
		}
		if renumbered[change.Old] == nil {
			types = append(types, change.Old)
		}
		renumbered[change.Old] = append(renumbered[change.Old], change)
	}
	for _, name := range types {
		x.renumbered(name, renumbered[name])
	}
}

// waits reports whether a name is a method of the handler whose methods only wait.
func (x *surface) waits(side origin, name string) bool {
	return side.names.Run.Waiting != "" && strings.HasPrefix(name, side.names.Run.Waiting+".")
}

// api generates the code of a machine, and reads what it exports. Names have no prefix, so
// that only [PackageChanged] reports a different one.
func api(s *spec.Spec) (*goapi.API, error) {
	names, _ := ident.Assign(s.Machine, "")                     // loading has reported the clashes
	machine, err := golang.Generate(s.Machine, names, "p", nil) // conditions are not exported
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Machine.Name, err)
	}
	sources := [][]byte{machine}
	var faces []func(*core.Machine, *ident.Names, string) ([]byte, error)
	if s.Machine.Faces.Typed {
		faces = append(faces, golang.Typed)
	}
	if s.Machine.Faces.Run {
		faces = append(faces, golang.Run)
	}
	if s.Machine.Faces.Values {
		faces = append(faces, golang.Values)
	}
	if s.Machine.Faces.Columns {
		faces = append(faces, golang.Columns)
	}
	if s.Machine.Faces.Temporal {
		faces = append(faces, golang.Temporal)
	}
	if s.Machine.Faces.Worst {
		faces = append(faces, func(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
			return golang.Worst(m, names, pkg, worstcase.All(m)) // what is proved is compared by itself
		})
	}
	for _, generate := range faces {
		source, err := generate(s.Machine, names, "p")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Machine.Name, err)
		}
		sources = append(sources, source)
	}
	return goapi.Read(sources...)
}

// exported describes a change of an exported name.
func (x *surface) exported(c *goapi.Change) Breaking {
	b := Breaking{Code: SignatureOther, Subject: c.Name, Text: c.Old + " → " + c.New}.at(x.place(c.Name, c.Old == ""))
	switch {
	case c.Removed():
		b.Text = "removed"
	case c.Old == "":
		b.Text = "added"
	}
	switch {
	case c.Kind == goapi.Required:
		b.Code = InterfaceOther
	case c.Kind == goapi.Field:
		b.Code = FieldGone
	case c.Kind == goapi.Member:
		b.Code = CaseGone
		sum, member, _ := strings.Cut(c.Name, ".")
		b.Subject, b.Text = sum, member+" is no longer a case"
		b = b.at(x.memberPlace(sum, member))
	case c.Kind == goapi.Const:
		b.Code = ConstGone
	case c.Removed() && c.Kind == goapi.Method:
		b.Code = MethodGone
	case c.Removed():
		b.Code = TypeGone
	}
	return b
}

// renumbered reports the constants of one type whose values have changed. The numbers of
// states, events, outcomes, and timers have no meaning, so that only those of enums break
// something.
func (x *surface) renumbered(name string, changes []goapi.Change) {
	const shown = 3
	var list []string
	for _, change := range changes[:min(shown, len(changes))] {
		list = append(list, change.Name+" "+change.OldValue+" → "+change.NewValue)
	}
	if more := len(changes) - shown; more > 0 {
		list = append(list, strconv.Itoa(more)+" more")
	}
	text := strings.Join(list, ", ")
	if slices.ContainsFunc(x.old.names.Enums, func(e ident.Enum) bool { return e.Type == name }) {
		x.d.Breaking = append(x.d.Breaking, Breaking{Code: ConstRenumbered, Subject: name, Text: text}.at(x.place(name, false)))
		return
	}
	x.note("the constants of type " + name + " have different numbers: " + text)
}
