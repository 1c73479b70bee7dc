// Fsmvet reports switches over the states, events, outcomes and enums of
// generated machines that forget one. The go command runs it:
//
//	go vet -vettool=$(go tool -n fsmvet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/fsmgen/fsmgen/gen/exhaustive"
)

func main() { unitchecker.Main(exhaustive.Analyzer()) }
