package syntax

// absent are the features that this version of the language has not, by the
// words that people write for them, each with what to do today.
var absent = map[string]map[string]string{
	"spec": {
		"machines": "child machines are not there yet: write a spec for each, and let events and outputs join them",
		"invoke":   "child machines are not there yet: emit an output, and send an event when the work is done",
		"regions":  "parallel regions are not there yet: give each region a machine of its own",
		"parallel": "parallel regions are not there yet: give each region a machine of its own",
		"always":   "eventless transitions are not there yet: put the conditions on the transitions that lead here",
	},
	"state": {
		"parallel": "parallel regions are not there yet: give each region a machine of its own",
		"regions":  "parallel regions are not there yet: give each region a machine of its own",
		"history":  "history is not there yet: keep what matters in a variable, and choose the state by guards",
		"always":   "eventless transitions are not there yet: put the conditions on the transitions that lead here",
		"invoke":   "child machines are not there yet: emit an output, and send an event when the work is done",
		"machine":  "child machines are not there yet: emit an output, and send an event when the work is done",
		"type":     "parallel regions and history are not there yet, and final states are listed under `terminal`",
	},
}

// foreign are words of other state-machine languages (XState, SCXML, SMC,
// stateless, looplab/fsm), by section, with what to write here.
var foreign = map[string]map[string]string{
	"spec": {
		"id": "`machine`", "name": "`machine`", "context": "`vars`", "variables": "`vars`", "datamodel": "`vars`", "data": "`vars`",
		"parameters": "`params`", "final": "`terminal`", "finals": "`terminal`", "transitions": "`on`, in each state",
		"actions": "`outputs`", "effects": "`outputs`", "version": "`fsm`", "start": "`initial`", "description": "`doc`",
		"conditions": "`guards`", "timers": "`after`, in a state",
	},
	"state": {
		"transitions": "`on`", "events": "`on`", "final": "`terminal`, at the top of the spec", "terminal": "`terminal`, at the top of the spec",
		"onEntry": "`entry`", "onentry": "`entry`", "onExit": "`exit`", "onexit": "`exit`", "enter": "`entry`", "leave": "`exit`",
		"timeout": "`after`", "delay": "`after`", "description": "`doc`", "substates": "`states`", "vars": "`data`", "context": "`data`",
		"tags": "`req`",
	},
	"transition": {
		"guard": "`if`", "cond": "`if`", "when": "`if`", "unless": "`if`, with ! before the condition", "target": "`to`", "dst": "`to`", "goto": "`to`", "next": "`to`",
		"actions": "`emit` for outputs, `set` for variables", "action": "`emit` for outputs, `set` for variables", "do": "`emit`", "send": "`emit`", "raise": "`emit`",
		"assign": "`set`", "update": "`set`", "description": "`doc`", "else": "`otherwise`",
		"internal": "nothing: a transition without `to` is internal", "reenter": "nothing: a transition with a `to` enters its target, one without stays",
	},
	"parameter": {"value": "`default`", "init": "`default`", "initial": "`default`", "minimum": "`min`", "maximum": "`max`", "description": "`doc`"},
	"variable":  {"value": "`init`", "default": "`init`", "initial": "`init`", "minimum": "`min`", "maximum": "`max`", "description": "`doc`"},
	"datum":     {"init": "`set`, on each way into the state", "default": "`set`, on each way into the state", "description": "`doc`"},
	"guard":     {"expr": "`if`", "condition": "`if`", "params": "`args`", "description": "`doc`"},
	"delay":     {"params": "`args`", "duration": "`after`", "constant": "`after`", "description": "`doc`"},
}
