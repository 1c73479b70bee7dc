package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
)

func newExplore(std stdio) *cobra.Command {
	e := explorer{std: std}
	serve, listen := false, ""
	c := &cobra.Command{
		Use:   "explore [--against OLD] [--traces FILE] [-o FILE | --serve] file | -",
		Short: "Write a page on which to step through runs of a machine",
		Long: `Explore writes one HTML file with the picture of a machine and an interpreter of
it. The file needs no network, no server, and no other file: open it in a
browser, attach it to a ticket, or keep it with the documentation.

On the page, you send events by clicking on arrows and buttons or by typing,
with payloads; let timers pass, end calls and child machines, and answer
external guards. It shows the variables, the outputs, the progress, which
alternatives hold, and why the others do not. You can undo, change parameters,
and copy a link to the run. It replays the counterexamples and the longest run
that the verifier has found. The machine need not be proved.

With --against, an older version of the spec takes the same events beside it.

With --traces, it shows which transitions the steps in a file take: JSON, a step
on each line, as observers of the generated code receive them. Without it, you
can open such a file on the page.

With --serve, the page is served on this computer only, and loads itself anew
when the spec changes; the run goes on. Ctrl-C ends it.`,
		Example: `  fsmgen explore -o door.html door.fsm.yaml
  fsmgen explore --serve door.fsm.yaml
  fsmgen explore --against old.fsm.yaml -o door.html door.fsm.yaml
  fsmgen explore --traces steps.jsonl -o door.html door.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			e.spec = args[0]
			if err := e.check(serve, cmd.Flags().Changed("output"), cmd.Flags().Changed("listen")); err != nil {
				return err
			}
			if serve {
				return e.serve(cmd.Context(), listen)
			}
			return e.write(cmd.Context())
		},
	}
	c.Flags().StringVar(&e.against, "against", "", "an older version of the spec, which takes the same events")
	c.Flags().StringVar(&e.traces, "traces", "", "file with steps in JSON, one on each line, whose coverage to show")
	c.Flags().BoolVar(&serve, "serve", false, "serve the page, and load it anew when the spec changes")
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "with --serve, the address to listen at; port 0 is any free port")
	outputFlag(c, &e.output)
	return c
}

// explorer makes pages of one spec.
type explorer struct {
	std                           stdio
	spec, against, traces, output string
}

func (e *explorer) check(serve, output, listen bool) error {
	stdin := 0
	for _, file := range []string{e.spec, e.against, e.traces} {
		if file == "-" {
			stdin++
		}
	}
	switch {
	case stdin > 1:
		return errors.New("only one of the spec, the old version, and the traces can be standard input")
	case serve && stdin > 0:
		return errors.New("--serve needs files, which can change, not standard input")
	case serve && output:
		return errors.New("-o and --serve cannot be used together")
	case listen && !serve:
		return errors.New("--listen needs --serve")
	}
	return nil
}

// page makes the page, which asks for the stamp at the path reload unless that is "". It returns nil if a spec has errors.
func (e *explorer) page(ctx context.Context, reload, stamp string) (l *loaded, data []byte, err error) {
	l, err = loadSpec(e.spec, e.std.in)
	if err != nil || l.machine == nil {
		return l, nil, err
	}
	in := gen.Input{Spec: l.spec, Explorer: gen.Explorer{Reload: reload, Stamp: stamp}}
	if in.Report, err = e.std.prove(ctx, l); err != nil {
		return l, nil, err
	}
	if e.against != "" {
		old, err := loadSpec(e.against, e.std.in)
		if err != nil || old.machine == nil {
			return old, nil, err
		}
		if in.Explorer.Old, err = e.std.prove(ctx, old); err != nil {
			return old, nil, err
		}
	}
	if e.traces != "" {
		if _, in.Explorer.Traces, err = readInput(e.traces, e.std.in); err != nil {
			return l, nil, err
		}
	}
	made, err := gen.Make(ctx, "explorer", in)
	if ctx.Err() != nil {
		err = errInterrupted
	}
	return l, made.Data, err
}

func (e *explorer) write(ctx context.Context) error {
	l, data, err := e.page(ctx, "", "")
	if err != nil {
		return fault(err)
	}
	if data == nil { // a spec has errors
		if err := l.print(e.std.err); err != nil {
			return fault(err)
		}
		return errFindings
	}
	o, _ := gen.Find("explorer")
	return fault(e.std.deliver(e.output, o, data, e.spec, e.against, e.traces))
}
