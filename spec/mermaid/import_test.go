package mermaid

import (
	"fmt"
	"os"
	"testing"
)

func TestX(t *testing.T) {
	src, err := os.ReadFile(os.Getenv("F"))
	if err != nil {
		t.Skip()
	}
	out, diags := Import(os.Getenv("F"), src, 1)
	for _, d := range diags {
		fmt.Println(d.Span, d.Severity, d.Message)
	}
	fmt.Println(string(out))
}
