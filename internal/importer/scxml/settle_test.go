package scxml

import (
	"fmt"
	"strings"
	"testing"
)

// TestHoistedIn asks, when a region is entered, for a parallel state that follows: it is not active yet, although its regions become
// regions of the one around it.
func TestHoistedIn(t *testing.T) {
	const src = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="all">
<datamodel><data id="x" expr="0"/></datamodel>
<parallel id="all">
 <state id="a"><onentry><if cond="In('late')"><assign location="x" expr="1"/><else/><assign location="x" expr="2"/></if></onentry>
  <transition event="e" cond="x &lt; 9"><assign location="x" expr="x + 1"/></transition></state>
 <parallel id="late"><state id="b"><transition event="f" target="c"/></state><state id="d"><transition event="f" target="d"/></state></parallel>
 <state id="c"/>
</parallel></scxml>`
	if out, diags := load("machine.scxml", []byte(src)); out != nil || !strings.Contains(fmt.Sprint(diags), "`In()` of another region outside") {
		t.Errorf("the states and regions of the document do not answer it:\n%s\n%v", out, diags)
	}
	if out, diags := loadAny("machine.scxml", []byte(src)); !strings.Contains(string(out), "x: {type: int, init: 2") {
		t.Errorf("x does not start with 2:\n%s\n%v", out, diags)
	}
}
