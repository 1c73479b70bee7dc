package card

import "testing"

func TestWrapped(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a + b", "`a + b`"},
		{"event.how = Hopeless ∨ replans = maxReplans", "`event.how = Hopeless`<br>`∨ replans = maxReplans`"},
		{"-3·providers - 2·providers·maxRetries + 1", "`-3·providers`<br>`- 2·providers·maxRetries + 1`"},
		{"aVariableWithALongName = anotherWithALongName", "`aVariableWithALongName`<br>`= anotherWithALongName`"},
		{"(1, maxRefinements - refinements, fallbacks)", "`(1, maxRefinements`<br>`- refinements, fallbacks)`"},
		{`text = "a | b" ∧ another = "c` + "`" + `d"`, "`text = \"a | b\"`<br>``∧ another = \"c`d\"``"},
		{"aWordThatIsLongerThanALineOfThirtyCharacters", "`aWordThatIsLongerThanALineOfThirtyCharacters`"},
		{"a ∧ ¬ ¬", "`a ∧ ¬ ¬`"},
	} {
		if got := wrapped(test.text); got != test.want {
			t.Errorf("wrapped(%q) = %s, want %s", test.text, got, test.want)
		}
	}
}
