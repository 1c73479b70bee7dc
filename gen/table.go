package gen

import (
	"github.com/fsmgen/fsmgen/gen/internal/counterexample"
	"github.com/fsmgen/fsmgen/gen/internal/dot"
	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/gen/internal/plantuml"
	"github.com/fsmgen/fsmgen/spec"
)

// table lists all outputs: first the files beside the spec, in the order in which
// they are written, then the diagrams, the explorer, the exports, and the regression test.
func table() []Output { return append(besideSpec(), others()...) }

// besideSpec lists the files beside the spec.
func besideSpec() []Output {
	return []Output{
		{
			Name: "machine", Kind: Beside, Suffix: "_fsm.go", NeedsReport: true, NeedsPackage: true,
			Help: "the machine in Go",
			make: checkedFile(golang.Generate),
		},
		{
			Name: "typed", Kind: Beside, Suffix: "_fsm_typed.go", NeedsReport: true, NeedsPackage: true,
			Help:   "a type for each state",
			wanted: func(s *spec.Spec) bool { return s.Machine.Faces.Typed },
			make:   goFile(golang.Typed),
		},
		{
			Name: "run", Kind: Beside, Suffix: "_fsm_run.go", NeedsReport: true, NeedsPackage: true,
			Help:   "Run, which drives the machine with a handler",
			wanted: func(s *spec.Spec) bool { return s.Machine.Faces.Run },
			make:   goFile(golang.Run),
		},
		{
			Name: "values", Kind: Beside, Suffix: "_fsm_values.go", NeedsReport: true, NeedsPackage: true,
			Help:   "events and outputs as values",
			wanted: func(s *spec.Spec) bool { return s.Machine.Faces.Values },
			make:   goFile(golang.Values),
		},
		{
			Name: "columns", Kind: Beside, Suffix: "_fsm_columns.go", NeedsReport: true, NeedsPackage: true,
			Help:   "machines from columns of a table, and back",
			wanted: func(s *spec.Spec) bool { return s.Machine.Faces.Columns },
			make:   goFile(golang.Columns),
		},
		{
			Name: "temporal", Kind: Beside, Suffix: "_fsm_temporal.go", NeedsReport: true, NeedsPackage: true,
			Help:   "what a Temporal workflow needs of the machine",
			wanted: func(s *spec.Spec) bool { return s.Machine.Faces.Temporal },
			make:   goFile(golang.Temporal),
		},
		{
			Name: "worst", Kind: Beside, Suffix: "_fsm_worst.go", NeedsReport: true, NeedsPackage: true,
			Help:   "what a run takes at most, as far as that is proved",
			wanted: func(s *spec.Spec) bool { return s.Machine.Faces.Worst },
			make:   worstCase,
		},
		{
			Name: "tests", Kind: Beside, Suffix: "_fsm_test.go", NeedsReport: true, NeedsPackage: true,
			Help: "the tests of the generated code",
			make: testFile,
		},
		{
			Name: "refuted", Kind: Beside, Suffix: "_fsm_refuted_test.go", NeedsReport: true, NeedsPackage: true,
			Help: "with --unproved: tests of what is refuted",
			make: refuted,
		},
		{
			Name: "card", Kind: Beside, Suffix: ".fsm.md", NeedsReport: true,
			Help: "the machine card: diagram, tables, proof",
			make: machineCard,
		},
		{
			Name: "picture", Kind: Beside, Suffix: ".fsm.svg",
			Help:   "the machine as an SVG image, which the card shows",
			wanted: func(s *spec.Spec) bool { return drawable(s.Machine) },
			make:   besideImage,
		},
	}
}

// others lists what is made on request.
func others() []Output {
	return []Output{
		{
			Name: "mermaid", Kind: Diagram,
			Help: "a Mermaid stateDiagram-v2, as in the machine card",
			make: diagram(language{mermaid.Write, mermaid.Fit, mermaid.Fits, section}),
		},
		{
			Name: "dot", Kind: Diagram,
			Help: "DOT, the language of Graphviz",
			make: diagram(language{dot.Write, nil, nil, commented("// ")}),
		},
		{
			Name: "plantuml", Kind: Diagram,
			Help: "a PlantUML state diagram",
			make: diagram(language{plantuml.Write, nil, nil, commented("' ")}),
		},
		{
			Name: "svg", Kind: Diagram,
			Help: "an SVG image, drawn by fsmgen itself",
			make: image,
		},
		{
			Name: "explorer", Kind: Explorable, NeedsReport: true,
			Help: "a page to step through runs, in one file that needs no network",
			make: explorerPage,
		},
		{
			Name: "smtlib", Kind: Export, NeedsReport: true,
			Help: "the proof obligations in SMT-LIB 2.6, for z3 and cvc5",
			make: smtlibScripts,
		},
		{
			Name: "promela", Kind: Export, NeedsParams: true,
			Help: "a model for SPIN, for one value of each parameter",
			make: promelaModel,
		},
		{
			Name: "tla", Kind: Export,
			Help: "a TLA+ module, with the parameters as constants",
			make: tlaModule,
		},
		{
			Name: "tla-cfg", Kind: Export, NeedsParams: true,
			Help: "a TLC configuration for that module, for one value of each parameter",
			make: tlaConfig,
		},
		{
			Name: "coq", Kind: Export, NeedsReport: true,
			Help: "theorems on termination, bound, and time, with proofs, for Coq 8.16",
			make: coqFile,
		},
		{
			Name: "sql", Kind: Export,
			Help: "a trigger and a CHECK for a table of PostgreSQL",
			make: sqlGuard,
		},
		{
			Name: "counterexample", Kind: Regression, NeedsReport: true, NeedsPackage: true,
			Help:    "a Go test that fails until what was refuted is fixed",
			heading: counterexample.Heading,
			make:    regressionTest,
		},
	}
}
