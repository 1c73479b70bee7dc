package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/fsmgen/fsmgen/examples/shop/order"
)

// TestPage orders, pays, and sends in a browser. The tracking number is hostile.
func TestPage(t *testing.T) {
	if _, err := exec.LookPath("chromium"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no chromium")
		}
		t.Skip("there is no chromium (apt-get install chromium)")
	}
	server, _ := start(t, filepath.Join(t.TempDir(), "shop.db"), 0)
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox)
	ctx, stop := chromedp.NewExecAllocator(t.Context(), flags...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	defer stop()

	const hostile = `<script>document.title = "x"</script>`
	do := func(actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	eval := func(js string) string {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](js))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	// see waits for a page in a state, and reloads it while the partners work.
	see := func(want order.State) {
		t.Helper()
		for range 300 {
			switch state := eval(`document.querySelector("#state")?.textContent ?? ""`); state {
			case want.String():
				return
			case order.StatePaying.String(), order.StateReserving.String():
				do(chromedp.Reload())
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("no page in state %v", want)
	}
	color := func(s order.State) string {
		t.Helper()
		return eval(fmt.Sprintf(`getComputedStyle(document.querySelector("#node%d path")).fill`, node(s)))
	}

	do(chromedp.Navigate(server.URL), chromedp.SetValue(`input[name=item]`, "pot & lid"), chromedp.Click(`form button`))
	see(order.StateBasket)
	do(chromedp.Click(`form[action$="/Pay"] button`))
	see(order.StatePacking)
	do(chromedp.SetValue(`input[name=tracking]`, hostile), chromedp.Click(`form[action$="/Dispatched"] button`))
	see(order.StateTransit)

	if lit, other := color(order.StateTransit), color(order.StatePacking); lit != "rgb(255, 211, 61)" || other == lit {
		t.Errorf("the present state has the color %s, another one %s", lit, other)
	}
	history := eval(`document.querySelector("#history").textContent`)
	for _, want := range []string{"(created)", "Pay", "Charged", "Reserved", "Dispatched", `\u003cscript\u003e`} {
		if !strings.Contains(history, want) {
			t.Errorf("the history has no %q:\n%s", want, history)
		}
	}
	if title, scripts := eval(`document.title`), eval(`String(document.scripts.length)`); title == "x" || scripts != "0" {
		t.Errorf("the page %q has %s scripts", title, scripts)
	}
}
