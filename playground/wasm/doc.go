//go:build !js || !wasm

// Wasm is the program in the worker of the playground. It needs a browser.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this program needs a browser: go run ./playground -o DIR builds it")
	os.Exit(2)
}
