package certificate

import (
	"encoding/json"
	"fmt"
	"math/big"
)

// maxDigits bounds the numbers that are read; see maxBits.
const maxDigits = 5000

// Numbers are strings in JSON, because many readers round what exceeds 53
// bits. The fields appear in a fixed order, so that equal proofs are equal
// bytes.
type (
	termJSON struct {
		Coeff   integer  `json:"coeff"`
		Symbols []Symbol `json:"symbols,omitempty"`
	}
	multipleJSON struct {
		By      integer  `json:"by"`
		Facts   []int    `json:"facts"`
		Symbols []Symbol `json:"symbols,omitempty"`
	}
	integer struct{ *big.Int }
)

// MarshalJSON writes a term as {"coeff": "-2", "symbols": [0, 1]}.
func (t Term) MarshalJSON() ([]byte, error) {
	return json.Marshal(termJSON{integer{t.Coeff}, t.Symbols})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Term) UnmarshalJSON(data []byte) error {
	var j termJSON
	err := json.Unmarshal(data, &j)
	*t = Term{j.Coeff.Int, j.Symbols}
	return err
}

// MarshalJSON writes a multiple as {"by": "3", "facts": [0, 4]}.
func (m Multiple) MarshalJSON() ([]byte, error) {
	return json.Marshal(multipleJSON{integer{m.By}, m.Facts, m.Symbols})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Multiple) UnmarshalJSON(data []byte) error {
	var j multipleJSON
	err := json.Unmarshal(data, &j)
	*m = Multiple{j.By.Int, j.Facts, j.Symbols}
	return err
}

func (n integer) MarshalJSON() ([]byte, error) {
	if n.Int == nil {
		return nil, fmt.Errorf("marshal certificate: number is missing")
	}
	return json.Marshal(n.String())
}

func (n *integer) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	if len(s) > maxDigits {
		return fmt.Errorf("unmarshal certificate: number has more than %d digits", maxDigits)
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return fmt.Errorf("unmarshal certificate: %q is not an integer", s)
	}
	n.Int = v
	return nil
}
