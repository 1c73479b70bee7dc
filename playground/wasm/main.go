//go:build js && wasm

// Wasm is the program in the worker of the playground. It defines the function fsmgen, from a request to a response of package
// engine, both JSON.
package main

import (
	"context"
	"syscall/js"

	"github.com/fsmgen/fsmgen/playground/internal/engine"
)

func main() {
	js.Global().Set("fsmgen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return engine.Answer(context.Background(), args[0].String())
	}))
	select {} // the function is called as long as the worker lives
}
