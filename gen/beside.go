package gen

import (
	"context"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/counterexample"
	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/gen/internal/proptest"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// goFile makes a Go file from the machine and its Go names.
func goFile(generate func(*core.Machine, *ident.Names, string) ([]byte, error)) func(context.Context, *Input) (Made, error) {
	return checkedFile(func(m *core.Machine, names *ident.Names, pkg string, _ []verify.Condition) ([]byte, error) {
		return generate(m, names, pkg)
	})
}

// checkedFile makes a Go file that also depends on the conditions of the report.
func checkedFile(generate func(*core.Machine, *ident.Names, string, []verify.Condition) ([]byte, error)) func(context.Context, *Input) (Made, error) {
	return func(_ context.Context, in *Input) (Made, error) {
		names, err := in.names()
		if err != nil {
			return Made{}, err
		}
		data, err := generate(in.Spec.Machine, names, in.Package, in.Report.Conditions)
		if err == nil && !in.Report.Proved() {
			data = warn(data, base(in.Spec.Machine.File))
		}
		return Made{Data: data}, err
	}
}

// worstCase makes what the code says of a run at worst. There is nothing to write if nothing is proved.
func worstCase(ctx context.Context, in *Input) (Made, error) {
	proved := worstcase.Of(in.Report)
	if proved == nil {
		return Made{Remarks: []string{"nothing is proved of what a run takes at most, so there is no WorstCase"}}, nil
	}
	return goFile(func(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
		return golang.Worst(m, names, pkg, proved)
	})(ctx, in)
}

// testFile makes the tests of the generated code.
func testFile(ctx context.Context, in *Input) (Made, error) {
	return checkedFile(func(m *core.Machine, names *ident.Names, pkg string, conditions []verify.Condition) ([]byte, error) {
		var proved []worstcase.Limit
		if m.Faces.Worst {
			proved = worstcase.Of(in.Report)
		}
		return proptest.Generate(m, names, pkg, conditions, in.Report.Rest.Status == verify.Proved, proved...)
	})(ctx, in)
}

// machineCard makes the card, as a page or as a section of one.
func machineCard(_ context.Context, in *Input) (Made, error) {
	if in.Level > 0 {
		data, err := card.Section(in.Spec.Machine, in.Report, in.Link, in.Image, in.Level)
		return Made{Data: data}, err
	}
	data, err := card.Card(in.Spec.Machine, in.Report, in.Link, in.Image)
	return Made{Data: data, Remarks: in.without}, err
}

// refuted makes the tests of what is refuted, beside the other tests. There is nothing to write for a machine that is proved, or
// of which no run shows what is wrong.
func refuted(_ context.Context, in *Input) (Made, error) {
	names, err := in.names()
	if err != nil || in.Report.Proved() {
		return Made{}, err
	}
	data, err := counterexample.Generated(in.Report, names, in.Package, proptest.Header(in.Spec.Machine.File))
	if errors.Is(err, counterexample.ErrNone) {
		return Made{}, nil
	}
	return Made{Data: warn(data, base(in.Spec.Machine.File))}, err
}

// regressionTest makes a Go test of the counterexamples in the report. Its remarks
// are the findings for which there is no test.
func regressionTest(_ context.Context, in *Input) (Made, error) {
	names, err := in.names()
	if err != nil {
		return Made{}, err
	}
	var made Made
	for _, u := range counterexample.Left(in.Report) {
		made.Remarks = append(made.Remarks, fmt.Sprintf("%s (%d): %s", u.Code, u.Count, u.Why))
	}
	made.Data, err = counterexample.Test(in.Report, names, in.Package)
	if errors.Is(err, counterexample.ErrNone) {
		err = nil
	}
	return made, err
}
