package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// fileRule is a rule of the configuration file. It matches answers with this status, this code, and these words
// in the message; a zero value matches anything.
type fileRule struct {
	Status  int    `json:"status"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Class   string `json:"class"`
	Reason  string `json:"reason"`
	Blames  bool   `json:"blames"`
}

func (r fileRule) rule() (fallback.Rule, error) {
	rule := fallback.Rule{Match: r.match, Verdict: fallback.Verdict{Reason: fallback.Reason(r.Reason), Blames: r.Blames}}
	switch {
	case r.Status == 0 && r.Code == "" && r.Message == "":
		return rule, errors.New("a rule needs a status, a code, or a message")
	case r.Status != 0 && (r.Status < 200 || r.Status > 599):
		return rule, fmt.Errorf("status is %d, must be from 200 to 599", r.Status)
	case r.Reason == "":
		return rule, errors.New("give a reason")
	}
	for class := fallback.FailureClass(0); class.Valid(); class++ {
		if strings.EqualFold(class.String(), r.Class) {
			rule.Class = class
			return rule, nil
		}
	}
	return rule, fmt.Errorf("class is %q, must be transient, recoverable, or fatal", r.Class)
}

func (r fileRule) match(err error) bool {
	var status *fallback.StatusError
	return errors.As(err, &status) &&
		(r.Status == 0 || r.Status == status.Status) &&
		(r.Code == "" || r.Code == status.Code) &&
		(r.Message == "" || strings.Contains(strings.ToLower(status.Message), strings.ToLower(r.Message)))
}
