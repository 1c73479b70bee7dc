package diag_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/fsmgen/fsmgen/spec/diag"
)

func Example() {
	span := diag.Span{File: "door.fsm.yaml", Start: diag.Pos{Line: 2, Column: 10}, End: diag.Pos{Line: 2, Column: 15}}
	var l diag.List
	l.Errorf(diag.CodeUnknown, span, "unknown state `Close`").Helpf("did you mean `Closed`?")
	l.Sort()

	source := func(string) []byte { return []byte("machine: Door\ninitial: Close\n") }
	if err := diag.WriteText(os.Stdout, l, source); err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(l)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
	// Output:
	// door.fsm.yaml:2:10: error: unknown state `Close` [FSM103]
	//   |
	// 2 | initial: Close
	//   |          ^~~~~
	//   = help: did you mean `Closed`?
	// [{"code":"FSM103","severity":"error","file":"door.fsm.yaml","line":2,"column":10,"end_line":2,"end_column":15,"message":"unknown state `Close`","help":"did you mean `Closed`?"}]
}
