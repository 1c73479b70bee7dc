package svg

import "slices"

// style is the appearance of everything, with the colors of GitHub's light and dark themes. Text in terminal states is light in both.
const style = `<style>
.fsm{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Helvetica,Arial,sans-serif}
.fsm .page{fill:#fff}
.fsm text{fill:#1f2328}
.fsm .name,.fsm .on,.fsm .head{font-weight:600}
.fsm .head{font-size:14px}
.fsm .if,.fsm .dim,.fsm .note text{fill:#59636e}
.fsm .do,.fsm .more{fill:#0a5cc2}
.fsm .more{font-weight:400}
.fsm .frame rect,.fsm .region rect{fill:#818b98;fill-opacity:.07;stroke:#818b98}
.fsm .region rect{stroke-dasharray:5 4}
.fsm .state rect{fill:#f6f8fa;stroke:#59636e}
.fsm .any rect{stroke-dasharray:4 3}
.fsm .outside rect{stroke-dasharray:2 3}
.fsm .whole rect{stroke-width:3}
.fsm .end text,.fsm .end tspan{fill:#fff}
.fsm .note rect{fill:none;stroke:#818b98;stroke-dasharray:3 3}
.fsm .start{fill:#1f2328}
.fsm path{fill:none;stroke:#59636e;stroke-width:1.25}
.fsm .tip{fill:#59636e;stroke:none}
.fsm .tie path{stroke-dasharray:3 3}
.fsm .visited rect{stroke:#bf3989!important;stroke-width:3}
.fsm .visited path{stroke:#bf3989;stroke-width:2.5}
.fsm .visited .tip{fill:#bf3989;stroke:none}
`

// changes is the appearance of what has changed between two versions. The rest is pale.
const changes = `.fsm .same{opacity:.55}
.fsm .added rect{fill:#dafbe1;stroke:#1a7f37;stroke-width:2.5}
.fsm .removed rect{fill:#ffebe9;stroke:#cf222e;stroke-width:2;stroke-dasharray:6 4}
.fsm .changed rect{fill:#fff8c5;stroke:#9a6700;stroke-width:2.5}
.fsm .added path{stroke:#1a7f37;stroke-width:2.5}
.fsm .removed path{stroke:#cf222e;stroke-width:2;stroke-dasharray:6 4}
.fsm .changed path{stroke:#9a6700;stroke-width:2.5}
.fsm .added .tip,.fsm .start.added{fill:#1a7f37;stroke:none}
.fsm .removed .tip,.fsm .start.removed{fill:#cf222e;stroke:none}
.fsm .changed .tip,.fsm .start.changed{fill:#9a6700;stroke:none}
`

const dark = `@media(prefers-color-scheme:dark){
.fsm .page{fill:#0d1117}
.fsm text{fill:#f0f6fc}
.fsm .if,.fsm .dim,.fsm .note text{fill:#9198a1}
.fsm .do,.fsm .more{fill:#79b8ff}
.fsm .state rect{fill:#21262d;stroke:#9198a1}
.fsm .end text,.fsm .end tspan{fill:#fff}
.fsm .start,.fsm .tip{fill:#9198a1}
.fsm path{stroke:#9198a1}
.fsm .visited path{stroke:#db61a2}
.fsm .visited .tip{fill:#db61a2}
}
`

const darkChanges = `@media(prefers-color-scheme:dark){
.fsm .added rect{fill:#12261e;stroke:#3fb950}
.fsm .removed rect{fill:#25171c;stroke:#f85149}
.fsm .changed rect{fill:#272115;stroke:#d29922}
.fsm .added path{stroke:#3fb950}
.fsm .removed path{stroke:#f85149}
.fsm .changed path{stroke:#d29922}
.fsm .added .tip{fill:#3fb950}
.fsm .removed .tip{fill:#f85149}
.fsm .changed .tip{fill:#d29922}
}
`

// pillStyle is the appearance of the names and histories at which arrows end. They are not boxes like states.
const pillStyle = `.fsm .jump rect,.fsm .memory rect{fill:#fff;stroke:#59636e;stroke-dasharray:2 2}
.fsm .jump text,.fsm .memory text{fill:#59636e;font-style:italic}
@media(prefers-color-scheme:dark){
.fsm .jump rect,.fsm .memory rect{fill:#0d1117;stroke:#9198a1}
.fsm .jump text,.fsm .memory text{fill:#9198a1}
}
`

// styles returns the style element for parts.
func styles(parts []Part) string {
	text := style + dark
	if slices.ContainsFunc(parts, func(p Part) bool { return p.drawn.jumps != nil || len(p.drawn.recollections) > 0 }) {
		text += pillStyle
	}
	for _, p := range parts {
		if p.Picture.Marked() {
			text += changes + darkChanges
			break
		}
	}
	return text + "</style>\n"
}
