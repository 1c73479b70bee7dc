package fallback_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestMissing(t *testing.T) {
	all := fallback.Needs{Tools: true, Vision: true, Context: 1000}
	tests := []struct {
		limits fallback.Limits
		needs  fallback.Needs
		want   []string
	}{
		{fallback.Limits{}, all, nil},
		{fallback.Limits{NoTools: true, NoVision: true, Context: 1}, fallback.Needs{}, nil},
		{fallback.Limits{NoTools: true}, all, []string{"tools"}},
		{fallback.Limits{NoVision: true}, all, []string{"vision"}},
		{fallback.Limits{Context: 1000}, all, nil},
		{fallback.Limits{Context: 999}, all, []string{"context of 1000 tokens, has 999"}},
		{fallback.Limits{NoTools: true, NoVision: true, Context: 999}, all, []string{"tools", "vision", "context of 1000 tokens, has 999"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.limits.Missing(test.needs)); diff != "" {
			t.Errorf("%+v.Missing(%+v) (-want +got):\n%s", test.limits, test.needs, diff)
		}
	}
}
