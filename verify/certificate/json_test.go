package certificate

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var compareInts = cmp.Comparer(func(a, b *big.Int) bool {
	return a == b || a != nil && b != nil && a.Cmp(b) == 0
})

func TestJSON(t *testing.T) {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	proof := &Proof{
		Steps: []Step{
			{Take: &Take{Fact: 3, Part: 1}},
			{Cut: Combination{{By: huge, Facts: []int{2, 0}, Symbols: []Symbol{0, 1}}}},
			{Equate: Combination{times(1, 2)}},
			{Squeeze: &Squeeze{Above: 0, Below: 1}},
		},
		Branch: &Branch{On: Constant(2).Mul(Variable(1)).Sub(Constant(7)), Cases: []*Proof{
			{Split: &Split{Fact: 4, Cases: []*Proof{contradiction(times(1, 7))}}},
			contradiction(times(2, 8)),
		}},
	}
	const want = `{"steps":[` +
		`{"take":{"fact":3,"part":1}},` +
		`{"cut":[{"by":"-123456789012345678901234567890","facts":[2,0],"symbols":[0,1]}]},` +
		`{"equate":[{"by":"1","facts":[2]}]},` +
		`{"squeeze":{"above":0,"below":1}}],` +
		`"branch":{"on":[{"coeff":"-7"},{"coeff":"2","symbols":[1]}],"cases":[` +
		`{"split":{"fact":4,"cases":[{"contradiction":[{"by":"1","facts":[7]}]}]}},` +
		`{"contradiction":[{"by":"2","facts":[8]}]}]}}`
	data, err := json.Marshal(proof)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("Marshal (-want +got):\n%s", diff)
	}
	back := &Proof{}
	if err := json.Unmarshal(data, back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(proof, back, compareInts); diff != "" {
		t.Errorf("Unmarshal (-want +got):\n%s", diff)
	}

	data, err = json.Marshal(system())
	if err != nil {
		t.Fatal(err)
	}
	var hypotheses []Formula
	if err := json.Unmarshal(data, &hypotheses); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(system(), hypotheses, compareInts); diff != "" {
		t.Errorf("hypotheses (-want +got):\n%s", diff)
	}
	if !bytes.Contains(data, []byte(`{"op":"zero","poly":[{"coeff":"1","symbols":[0,1]},{"coeff":"-2","symbols":[2]}]}`)) {
		t.Errorf("hypotheses are %s", data)
	}
}

func TestJSONRejects(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{`{"by":1,"facts":[0]}`, "cannot unmarshal number"},
		{`{"by":"1/2","facts":[0]}`, `"1/2" is not an integer`},
		{`{"by":"1e9","facts":[0]}`, `"1e9" is not an integer`},
		{`{"by":"","facts":[0]}`, `"" is not an integer`},
		{`{"by":"` + strings.Repeat("9", maxDigits+1) + `","facts":[0]}`, "digits"},
		{`{"by":"1","facts":["0"]}`, "cannot unmarshal string"},
	} {
		var m Multiple
		if err := json.Unmarshal([]byte(c.data), &m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Unmarshal(%.40s): error is %v, want one with %q", c.data, err, c.want)
		}
	}
	for _, v := range []any{Multiple{}, Term{}, &Proof{Contradiction: Combination{{}}}} {
		if data, err := json.Marshal(v); err == nil {
			t.Errorf("Marshal(%#v) = %s, want an error", v, data)
		}
	}
}
