package gen

import (
	"context"
	"errors"

	"github.com/fsmgen/fsmgen/gen/internal/explorer"
	"github.com/fsmgen/fsmgen/verify"
)

// Explorer chooses what the page of an explorer shows. The zero value is for one machine without traces.
type Explorer struct {
	// Old is the report on an earlier version of the machine, which takes the same events beside it, or nil.
	Old *verify.Report
	// Traces are steps that observers of the generated code have received, as JSON, one on each line, or nil. The page shows
	// which transitions they take.
	Traces []byte
	// Reload is the path at which the page asks for a stamp, about each second, to load itself anew when it is not Stamp. It is ""
	// for a page that makes no requests.
	Reload, Stamp string
}

// explorerPage makes the page of an explorer.
func explorerPage(ctx context.Context, in *Input) (Made, error) {
	if old := in.Explorer.Old; old != nil && old.Machine == nil {
		return Made{}, errors.New("gen: the report on the old version has no machine")
	}
	data, err := explorer.Write(ctx, explorer.Page{
		Report: in.Report, Old: in.Explorer.Old, Traces: in.Explorer.Traces, Reload: in.Explorer.Reload, Stamp: in.Explorer.Stamp,
	})
	return Made{Data: data}, err
}
