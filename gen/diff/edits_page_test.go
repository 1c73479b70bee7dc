package diff

// pageEdits change the old specs of pages, for codes that need what the base does not have.
var pageEdits = []specEdit{
	{"FSMB406 longer", []string{"{30s: Slow}", "{90s: Slow}"}, []string{"~ timer Asking raises Slow | after: 30s → 1m30s", "FSMB406"}},
	{"FSMB406 as long", []string{"asked < 2", "asked <= 1"}, []string{"= condition rewritten, proved equal: Asking --Slow[asked <= 1]--> Asking; it was asked < 2"}},
	{"FSMB406 of a parameter", []string{"machine:", "params: {patience: {type: duration, min: 1s, max: 1h, default: 30s}}\nmachine:", "{30s: Slow}", "{patience: Slow}"}, []string{
		"+ param patience | type: duration",
		"+ param patience | range: 1s to 1h",
		"+ param patience | default: 30s",
		"~ timer Asking raises Slow | after: 30s → patience",
		"FSMB305", "FSMB406",
	}},
	{"FSMB408 no claim", []string{"within: 2m\n", "", "{30s: Slow}", "{50s: Slow}"}, []string{"~ timer Asking raises Slow | after: 30s → 50s", "- claim within 2m", "FSMB408"}},
	{"FSMB408 a higher claim", []string{"within: 2m\n", "within: 3m\n"}, []string{"~ claim within | time: 2m → 3m"}},
	{"FSMB408 a claim that does not hold", []string{"within: 2m\n", "within: 1m\n"}, []string{"~ claim within | time: 2m → 1m", "verdict within: proved → refuted"}},
	{"FSMB408 to an outcome", []string{"within: 2m\n", "", "failed: [Out]", "failed: {states: [Out], within: 2m}"}, []string{"- claim within 2m", "+ claim within 2m to failed"}},
	{
		"FSMB407 no way back", []string{"Refund: {to: Idle, set: {jammed: false}}", `Refund: [{if: "!jammed", to: Idle}, {otherwise: reject}]`},
		[]string{
			"+ transition Paid --Refund[!jammed]--> Idle | order: tried as 1 of 2",
			"~ transition Paid --Refund[otherwise]--> (rejected) | leads to: Idle → (rejected)",
			"~ transition Paid --Refund[otherwise]--> (rejected) | sets jammed: false → none",
			"verdict possible: proved → refuted", "FSMB303", "FSMB407",
		},
	},
	{
		"FSMB210 another field", []string{"{text: string}", "{text: string, n: int}", "\"Pay.\"'}", "\"Pay.\"', n: 1}", "\"Thanks.\"'}", "\"Thanks.\"', n: 2}"},
		[]string{
			"~ output Mail | payload: (text string) → (text string, n int)",
			`~ transition Open --Ask--> Asked | emits: Mail{text: "Pay."} → Mail{text: "Pay.", n: 1}`,
			`~ transition Asked --Pay--> Paid | emits: Mail{text: "Thanks."} → Mail{text: "Thanks.", n: 2}`,
			"FSMB104", "FSMB106", "FSMB210", "FSMB308",
		},
	},
	{
		"FSMB409 once more", []string{"max: tries,", "max: tries + 1,", "tried < tries", "tried <= tries", "bound: tries\n", "bound: tries + 1\n"},
		[]string{
			"~ var tried | range: 1 to tries → 1 to tries + 1 (proved wider)",
			"~ transition Paying --chargeError[tried <= tries]--> Paying | if: tried < tries → tried <= tries (proved wider)",
			"bound tries → tries + 1", "FSMB403", "FSMB409",
		},
	},
	{"FSMB409 not declared", []string{"costs:\n  cents: {charge: 5}\n", ""}, []string{"- cost cents | weight of charge: 5", "FSMB409"}},
	{"FSMB409 one more", []string{"{charge: 5}", "{charge: 5}\n  calls: {charge: 1}"}, []string{"+ cost calls | weight of charge: 1"}},
	{"FSMB410 dearer", []string{"charge: 5}", "charge: tries}"}, []string{"~ cost cents | weight of charge: 5 → tries", "FSMB409", "FSMB410"}},
	{"FSMB410 cheaper", []string{"charge: 5}", "charge: 4}"}, []string{"~ cost cents | weight of charge: 5 → 4"}},
	{"FSMB410 the same", []string{"charge: 5}", "charge: 2 + 3}"}, nil},
	{"FSMB410 free", []string{"{charge: 5}", "{weights: {charge: 0}}"}, []string{"~ cost cents | weight of charge: 5 → 0"}},
	{"FSMB410 with a claim", []string{"charge: 5}", "charge: 5, max: 5 * tries}"}, []string{"~ cost cents | at most: none → 5 * tries"}},
	{
		"FSMB410 with a wrong claim", []string{"charge: 5}", "charge: 5, max: 5 * tries - 1}"},
		[]string{"~ cost cents | at most: none → 5 * tries - 1", "verdict cost: none → refuted"},
	},
	{
		"FSMB410 renamed", []string{"charge", "pay"},
		[]string{
			"~ event chargeDone → payDone", "~ event chargeError → payError", "~ call charge → pay",
			"FSMB102", "FSMB103", "FSMB106", "FSMB209", "FSMB301",
		},
	},
}
