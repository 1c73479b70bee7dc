package golang

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/call"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/decl"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/host"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/instance"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/observe"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/run"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/step"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/stored"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/timer"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/typed"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/values"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/worst"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// Generate returns the Go source of m, for a package with the given name. The conditions are
// those of the verifier's report, which restored machines must satisfy. An error that is not
// [goexpr.ErrConstant] is a bug in fsmgen and not an error of the spec: the machine was not
// checked, the names belong to a different machine, or the output is not valid Go.
func Generate(m *core.Machine, names *ident.Names, pkg string, conditions []verify.Condition) ([]byte, error) {
	named := &machine.Machine{Core: m, Names: names, Conditions: slices.Clip(conditions)}
	for _, left := range m.Left() { // the code for events relies on it
		named.Conditions = append(named.Conditions, verify.Condition{Invariant: left})
	}
	limit, err := check(named, pkg)
	if err != nil {
		return nil, fault(m, err)
	}
	f := file.New(named, pkg)
	plan := step.New(named, f.Imports)
	decl.Version(f)
	decl.MaxInt(f, named, limit)
	decl.Types(f, named)
	decl.Params(f, named, limit)
	host.Interfaces(f, named)
	instance.Type(f, named)
	if len(named.Parts().Slots()) > 0 {
		run.Places(f, named)
	}
	if m.Faces.Typed {
		typed.Base(f, named)
	}
	instance.Methods(f, named)
	plan.Events(f, named)
	timer.Methods(f, named)
	call.Methods(f, named)
	host.Asks(f, named, plan.Asked)
	host.Allows(f, named)
	if m.Faces.Observe {
		observe.Write(f, named, plan.ObservesIllegal(named))
	}
	if m.Faces.Snapshot {
		stored.Snapshots(f, named)
	}
	if m.Faces.Restores() {
		stored.Record(f, named)
	}
	step.Errors(f, named)
	return render(m, f)
}

// Typed returns the Go source of the typed states of m, a type for each state
// with the events that are legal there. It belongs in the package of the file that
// [Generate] returns, and its errors are of the same kind. The spec must have
// chosen that face.
func Typed(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	return face(m, names, pkg, m.Faces.Typed, typed.Write, "context")
}

// Run returns the Go source of the functions Run and Resume, which drive m to its end, and
// of the interface of their handler. It belongs in the package of the files that
// [Generate] and [Typed] return, and its errors are of the same kind. The spec must have
// chosen that face.
func Run(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	return face(m, names, pkg, m.Faces.Run && m.Faces.Typed, run.Write, "context")
}

// Values returns the Go source of events and outputs as values, and of what works with them. It
// belongs in the package of the file that [Generate] returns, and its errors are of the same
// kind. The spec must have chosen that face.
func Values(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	return face(m, names, pkg, m.Faces.Values && m.Faces.Snapshot, values.Write)
}

// Columns returns the Go source of what makes m from columns of a table, and back. It belongs in
// the package of the file that [Generate] returns, and its errors are of the same kind. The
// spec must have chosen that face.
func Columns(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	return face(m, names, pkg, m.Faces.Columns, stored.Columns, "driver")
}

// Temporal returns the Go source of what package temporal needs to know of m to run it as a workflow:
// further methods of the type Kind that [Values] declares. It belongs in the package of that file,
// and its errors are of the same kind. The spec must have chosen that face.
func Temporal(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	return face(m, names, pkg, m.Faces.Temporal && m.Faces.Values && m.Faces.Snapshot, values.Temporal)
}

// Worst returns the Go source of what a run takes at most, as far as that is proved: the type WorstCase, and the methods that return it.
// It belongs in the package of the file that [Generate] returns, and its errors are of the same kind. The spec must have chosen that face.
func Worst(m *core.Machine, names *ident.Names, pkg string, proved []worstcase.Limit) ([]byte, error) {
	return face(m, names, pkg, m.Faces.Worst && len(proved) > 0, func(f *file.File, m *machine.Machine) { worst.Write(f, m, proved) })
}

// face writes a file beside the file of the machine, which needs the imports.
func face(m *core.Machine, names *ident.Names, pkg string, chosen bool, write func(*file.File, *machine.Machine), imports ...string) ([]byte, error) {
	named := &machine.Machine{Core: m, Names: names}
	_, err := check(named, pkg)
	if err == nil && !chosen {
		err = errors.New("the spec has not chosen this face")
	}
	if err == nil && (len(names.Typed.In) != len(m.States) || len(names.Run.Methods) != len(m.States)) {
		err = errNames
	}
	if err != nil {
		return nil, fault(m, err)
	}
	f := file.New(named, pkg, imports...)
	write(f, named)
	return render(m, f)
}

func render(m *core.Machine, f *file.File) ([]byte, error) {
	out, err := f.Bytes()
	if err != nil {
		return nil, fault(m, err)
	}
	return out, nil
}

func fault(m *core.Machine, err error) error {
	if errors.Is(err, goexpr.ErrConstant) {
		return err // the verifier refutes such a machine
	}
	return fmt.Errorf("internal error: generate %q: %w", m.Name, err)
}
