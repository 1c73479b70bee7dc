package drive_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/fsmgen/fsmgen/fsm/drive"
)

// TestGiven names the first argument that is nil, and compares no values that cannot be compared.
func TestGiven(t *testing.T) {
	type list struct {
		io.Reader
		values []int
	}
	var reader io.Reader = list{values: []int{1}}
	var none io.Reader
	var pointer *int
	for want, arguments := range map[string][]drive.Argument{
		"<nil>":            {drive.Arg("h", reader), drive.Arg("m", new(int))},
		"p: Run: h is nil": {drive.Arg("m", new(int)), drive.Arg("h", none), drive.Arg("n", pointer)},
		"p: Run: n is nil": {drive.Arg("h", reader), drive.Arg("n", pointer)},
	} {
		if got := fmt.Sprint(drive.Given("p: Run", arguments...)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
