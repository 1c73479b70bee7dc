package lamp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

func checkSnapshot() error {
	m, err := New(Params{Uses: 3}, &room{})
	if err != nil {
		return err
	}
	if err := m.Push(); err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	r := &room{}
	again, err := Restore(data, r)
	if err != nil || again.String() != m.String() || again.Params() != m.Params() || *r != (room{}) {
		return fmt.Errorf("restored %v from %s: %w", again, data, err)
	}
	if !slices.Equal(again.Timers(), []Timer{TimerOnExpire}) {
		return fmt.Errorf("the timers are %v", again.Timers())
	}
	if err := again.Break("dropped"); err != nil {
		return err
	}
	if _, err := Restore(data[1:], r); err == nil {
		return errors.New("a broken snapshot is restored")
	}
	for _, value := range []string{strings.Repeat("9", 5000), "\"" + strings.Repeat("x", 5000) + "\"", "{\"" + strings.Repeat("x", 5000) + "\": 1}"} {
		for _, replaced := range []string{"{\"uses\":3}", "\"uses\":3", "\"left\":2", "\"On\"", "\"Lamp\""} {
			name, _, pair := strings.Cut(replaced, ":")
			to := value
			if pair && name[0] == '"' {
				to = name + ":" + value
			}
			wrong := strings.Replace(string(data), replaced, to, 1)
			if _, err := Restore([]byte(wrong), r); wrong == string(data) || err == nil || len(err.Error()) > 300 {
				return fmt.Errorf("Restore with %s instead of %s: %.400v", value[:5], replaced, err)
			}
		}
	}
	return nil
}
