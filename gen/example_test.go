package gen_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

const door = `machine: Door
events: {Open: {}, Shut: {}}
initial: Closed
terminal: {done: [Opened]}
states:
  Closed: {on: {Open: Opened, Shut: {otherwise: ignore}}}
  Opened: {}
`

func ExampleFiles() {
	s, diags := spec.Load("door.fsm.yaml", []byte(door))
	if diags.HasErrors() {
		log.Fatal(diags)
	}
	report := verify.Machine(context.Background(), s.Machine)
	files, err := gen.Files(context.Background(), s, report, "door")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// door_fsm.go
	// door_fsm_typed.go
	// door_fsm_run.go
	// door_fsm_test.go
	// door.fsm.md
	// door.fsm.svg
}

func ExampleMake() {
	s, diags := spec.Load("door.fsm.yaml", []byte(door))
	if diags.HasErrors() {
		log.Fatal(diags)
	}
	diagram, err := gen.Make(context.Background(), "mermaid", gen.Input{Spec: s, View: gen.View{LeftToRight: true, Detail: "events"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(diagram.Data))
	// Output:
	// stateDiagram-v2
	//     direction LR
	//     [*] --> Closed
	//     Closed --> Opened : Open
	//     Opened --> [*]
	//     classDef outcome0 fill:#0969da,stroke:#0550ae,color:#ffffff
	//     class Opened outcome0
}

func ExampleOutputs() {
	for _, o := range gen.Outputs(gen.Diagram) {
		fmt.Printf("%s: %s\n", o.Name, o.Help)
	}
	// Output:
	// mermaid: a Mermaid stateDiagram-v2, as in the machine card
	// dot: DOT, the language of Graphviz
	// plantuml: a PlantUML state diagram
	// svg: an SVG image, drawn by fsmgen itself
}
