package charts_test

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func TestTmp(t *testing.T) {
	n := sample.Size(100, 300, 2000)
	loaded := 0
	codes := map[string]int{}
	example := map[string]string{}
	for i := range n {
		c := charts.New(rand.New(rand.NewPCG(uint64(i), 1)))
		if i == 0 {
			t.Log("\n" + c.Text)
		}
		ok := true
		func() {
			defer func() {
				if p := recover(); p != nil {
					ok = false
					codes["panic"]++
				}
			}()
			at := time.Now()
			_, diags := c.Load()
			if d := time.Since(at); d > 300*time.Millisecond {
				t.Logf("slow: %d %v %d", i, d, len(c.Text))
			}
			for _, d := range diags {
				if d.Severity == diag.Error {
					ok = false
					key := fmt.Sprintf("%s %.45s", d.Code, d.Message)
					codes[key]++
					if example[key] == "" {
						example[key] = fmt.Sprintf("%d %v %s | %s", i, d.Span, d.Message, d.Help)
					}
				}
			}
		}()
		if ok {
			loaded++
		}
	}
	var keys []string
	for k := range codes {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return codes[keys[i]] > codes[keys[j]] })
	for _, k := range keys {
		t.Logf("%d %s: %s", codes[k], k, example[k])
	}
	t.Logf("%d of %d", loaded, n)
}
