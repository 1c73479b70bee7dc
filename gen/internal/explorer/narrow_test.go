package explorer

import (
	"fmt"
	"testing"
)

const (
	// small are the texts that are smaller than 11 pixels on the screen. Those of an image have its scale.
	small = `(() => {
		const list = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let n = walker.nextNode(); n; n = walker.nextNode()) {
			const e = n.parentElement;
			if (!n.data.trim() || e.closest("script, style, title, desc, option, datalist") || !e.checkVisibility()) continue;
			const size = parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM ? e.getScreenCTM().a : 1);
			if (size < 11) list.push(n.data.trim().slice(0, 30) + " " + size);
		}
		return list.slice(0, 5).join("; ");
	})()`
	// faint are the texts outside of images whose contrast is below 4.5.
	faint = `(() => {
		const list = [];
		const channels = (c) => c.match(/[\d.]+/g).map(Number);
		const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => sum + part * (c[i] <= 10 ? c[i] / 3294 : ((c[i] / 255 + 0.055) / 1.055) ** 2.4), 0);
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let n = walker.nextNode(); n; n = walker.nextNode()) {
			const e = n.parentElement;
			if (!n.data.trim() || e.closest("script, svg, datalist, option, :disabled") || !e.checkVisibility()) continue;
			let behind = null, clear = 1;
			for (let at = e; at; at = at.parentElement) {
				const { backgroundColor, opacity } = getComputedStyle(at);
				clear *= Number(opacity);
				const c = channels(backgroundColor);
				if (!behind && (c[3] ?? 1) > 0) behind = c;
			}
			const color = channels(getComputedStyle(e).color).map((c, i) => c * clear + behind[i] * (1 - clear));
			const [a, b] = [light(color), light(behind)];
			const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			if (contrast < 4.5) list.push(n.data.trim().slice(0, 30) + " " + contrast);
		}
		return list.slice(0, 5).join("; ");
	})()`
	// narrowed are what can be clicked and is lower than 32 pixels, and what is beside the screen and not in a box that scrolls. A box to check
	// has its label.
	narrowed = `(() => {
		const list = [];
		for (const e of document.querySelectorAll("button, input:not([type=checkbox]), select, summary, label:has([type=checkbox]), .fold")) {
			if (!e.checkVisibility()) continue;
			const r = e.getBoundingClientRect();
			if (r.height < 32 || !e.closest(".drawing") && (r.left < 0 || r.right > innerWidth)) list.push(e.tagName + "#" + e.id + " " + e.textContent.slice(0, 20) + " " + [r.left, r.right, r.height]);
		}
		return list.slice(0, 5).join("; ");
	})()`
)

// legibleOnTelephone measures a page that is 390 pixels wide.
func (o *opened) legibleOnTelephone(when string) {
	o.t.Helper()
	if got := o.text(`document.documentElement.scrollWidth`); got != "390" {
		o.t.Errorf("%s: the page is %s wide: %s", when, got, o.text(`[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > 391 && !e.closest(".drawing svg")).map((e) => e.tagName + "#" + e.id + "." + e.className + " " + e.getBoundingClientRect().right).slice(0, 8).join(", ")`))
	}
	if got := o.text(small); got != "" {
		o.t.Errorf("%s: small texts: %s", when, got)
	}
	if got := o.text(narrowed); got != "" {
		o.t.Errorf("%s: hard to reach: %s", when, got)
	}
}

// telephone makes the page as wide as that of a telephone.
func (o *opened) telephone() {
	o.t.Helper()
	o.Must(o.t, nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true})
	o.until(`document.documentElement.clientWidth === 390`)
}

// testNarrow looks at everything that the page of a large machine can show.
func testNarrow(t *testing.T, o *opened) {
	t.Helper()
	o.legibleOnTelephone("at the beginning")
	o.text(`document.querySelector("#states").closest("details").open = true`)
	o.click("#runs button")
	o.legibleOnTelephone("after the longest run")
	o.click("#undo")
	for _, scheme := range []string{"dark", "light"} {
		o.Must(t, nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
		if got := o.text(faint); got != "" {
			t.Errorf("%s: faint: %s", scheme, got)
		}
	}
	o.click("#help")
	o.legibleOnTelephone("with the keys")
	o.click("#close")
	o.click("#fold")
	o.legibleOnTelephone("with everything closed")
	for _, width := range []int{320, 660} {
		o.Must(t, nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false})
		o.until(fmt.Sprintf("innerWidth === %d", width))
		if got := o.text(`document.documentElement.scrollWidth <= document.documentElement.clientWidth`); got != "true" {
			t.Errorf("on %d pixels, the page scrolls to the side", width)
		}
	}
}
