package screenshot

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/browser"
	"github.com/fsmgen/fsmgen/internal/golden"
)

// Hold compares the text in a PNG with what the page of a browser shows: the visible text, and the attributes of its images. With -update
// it takes the screenshot anew, of the given size in pixels, if the text differs, or if there is none.
func Hold(t testing.TB, b *browser.Browser, file string, width, height int) {
	t.Helper()
	b.Must(t, nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false})
	var shows string
	err := b.Eval(nil, settled)
	if err == nil {
		err = b.Eval(&shows, shown)
	}
	if err != nil {
		t.Fatal(err)
	}
	had, err := text(file)
	if golden.Update() && !t.Failed() && (err != nil || had != shows) {
		var shot struct{ Data []byte } // encoding/json decodes base64
		b.Must(t, &shot, "Page.captureScreenshot", map[string]any{
			"format": "png", "clip": map[string]any{"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
		})
		data, err := Compress(bytes.NewReader(shot.Data))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, WithSource(data, shows), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v (go test -run '^%s$' -update takes it)", file, err, t.Name())
	} else if d := cmp.Diff(had, shows); d != "" {
		t.Errorf("%s is stale (-picture +page; go test -run '^%s$' -update takes it again):\n%s", file, t.Name(), d)
	}
}

// settled waits until the page has drawn what depends on its size, which takes up to three pictures of the screen.
const settled = `new Promise((done) => {
	const wait = (n) => requestAnimationFrame(() => (n > 0 ? wait(n - 1) : done(0)));
	wait(3);
})`

// shown is what a page shows, apart from sizes, which depend on fonts: its text, what is in the fields, and how its images are laid out.
const shown = `[
	document.title,
	document.body.innerText,
	...[...document.querySelectorAll("textarea, select, input")].map((e) => (e.id || e.type) + " = " + e.value),
	...[...document.querySelectorAll("[data-layout], .now, .last, .can")].map((e) => e.getAttribute("class") + " " + (e.dataset.key ?? e.dataset.layout ?? "")),
].join("\n")`

func text(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return Source(data)
}
