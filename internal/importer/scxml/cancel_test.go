package scxml

import (
	"fmt"
	"strings"
	"testing"
)

// TestCancel imports content that cancels what it sends.
func TestCancel(t *testing.T) {
	const rest = "</onentry><transition event='x' target='b'/><transition event='y' target='c'/></state><state id='b'/><state id='c'/><final id='z'/>"
	for content, timer := range map[string]string{
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s' id='k'/>":                                                                                                         "1s: delayed_x",
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s' id='k'/><cancel sendid='i'/>":                                                                                     "2s: delayed_y",
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s' id='k'/><assign location='s' expr=\"'k'\"/><cancel sendidexpr='s'/>":                                              "1s: delayed_x",
		"<assign location='s' expr=\"'k'\"/><if cond='true'/><assign location='s' expr=\"'i'\"/><send event='x' delay='1s' id='i'/><send event='y' delay='2s'/><cancel sendidexpr='s'/>": "2s: delayed_y",
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s'/><cancel sendidexpr='s'/>":                                                                                        "2s: delayed_y",
		"<assign location='s' expr=\"'y'\"/><send eventexpr='s' delay='3s'/>":                                                                                                            "3s: delayed_y",
	} {
		out, diags := load("machine.scxml", []byte(head+"<datamodel><data id='s' expr=\"'i'\"/></datamodel><state id='a'><onentry>"+content+rest+tail))
		if out == nil || strings.Count(string(out), "delayed_") < 1 || !strings.Contains(string(out), timer) {
			t.Errorf("%s: %v\n%s", content, diags, out)
		}
	}
	for _, content := range []string{
		"<send event='x' delay='1s' id='i'/><cancel sendidexpr='s'/><assign location='s' expr=\"'k'\"/>",
		"<assign location='s' expr=\"'i'\"/><send event='x' delay='1s' id='i'/><if cond='s == &quot;k&quot;'><assign location='s' expr=\"'k'\"/></if><cancel sendidexpr='s'/>",
	} {
		if out, diags := load("machine.scxml", []byte(head+"<datamodel><data id='s' expr=\"'i'\"/></datamodel><state id='a'><onentry>"+content+rest+tail)); out != nil || !strings.Contains(fmt.Sprint(diags), "`cancel` cannot be imported") {
			t.Errorf("%s: %v\n%s", content, diags, out)
		}
	}
}
