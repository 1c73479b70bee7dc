package gen

import (
	"context"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/coq"
	"github.com/fsmgen/fsmgen/gen/internal/promela"
	"github.com/fsmgen/fsmgen/gen/internal/smtlib"
	"github.com/fsmgen/fsmgen/gen/internal/sqlguard"
	"github.com/fsmgen/fsmgen/gen/internal/tla"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func smtlibScripts(_ context.Context, in *Input) (Made, error) {
	scripts, err := smtlib.Scripts(in.Report)
	if err != nil {
		return Made{}, fmt.Errorf("internal error, please report it: %w", err)
	}
	return Made{Data: smtlib.Join(in.Spec.Machine, scripts)}, nil
}

// promelaModel makes the model with strings numbered as package promela does: the
// constants of the spec first.
func promelaModel(_ context.Context, in *Input) (Made, error) {
	m := in.Spec.Machine
	texts, params := promela.Texts(m), slices.Clone(in.Params)
	for i, p := range m.Params {
		if p.Type.Kind != expr.String {
			continue
		}
		text := in.text(params[i])
		n := slices.Index(texts, text)
		if n < 0 {
			n = len(texts)
			texts = append(texts, text)
		}
		params[i] = int64(n)
	}
	data, err := promela.Model(m, params)
	return Made{Data: data}, err
}

func tlaModule(_ context.Context, in *Input) (Made, error) {
	return Made{Data: tla.Module(in.Spec.Machine)}, nil
}

func tlaConfig(_ context.Context, in *Input) (Made, error) {
	data, err := tla.Config(in.Spec.Machine, in.Params, in.text)
	return Made{Data: data}, err
}

func coqFile(_ context.Context, in *Input) (Made, error) {
	data, err := coq.File(context.Background(), in.Report)
	return Made{Data: data}, err
}

func sqlGuard(_ context.Context, in *Input) (Made, error) {
	data, err := sqlguard.File(in.Spec.Machine, in.Table)
	return Made{Data: data}, err
}

// text returns the string that a number of Params stands for.
func (in *Input) text(n int64) string {
	if in.Text == nil {
		return ""
	}
	return in.Text(n)
}
