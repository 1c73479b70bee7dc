package main

import (
	"encoding/json"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// completionRequest is what the proxy reads of a request.
type completionRequest struct {
	Model     string          `json:"model"`
	Stream    bool            `json:"stream"`
	Messages  json.RawMessage `json:"messages"`
	Tools     json.RawMessage `json:"tools"`
	Functions json.RawMessage `json:"functions"`
	MaxTokens json.RawMessage `json:"max_tokens"`
	MaxNew    json.RawMessage `json:"max_completion_tokens"`
}

// bytesPerToken is a rule of thumb. It is meant to keep apart requests that are
// far too long, not to count.
const bytesPerToken = 4

// needs returns what the request asks of an upstream. What does not have the
// form of the API counts as nothing: to refuse it is for the upstream.
func (r completionRequest) needs() fallback.Needs {
	size := 0
	var n fallback.Needs
	for _, list := range []json.RawMessage{r.Tools, r.Functions} {
		var tools []json.RawMessage
		if json.Unmarshal(list, &tools) == nil && len(tools) > 0 {
			n.Tools = true
			size += len(list)
		}
	}
	var messages []struct {
		Content json.RawMessage `json:"content"`
	}
	_ = json.Unmarshal(r.Messages, &messages)
	for _, m := range messages {
		var parts []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		var text string
		switch {
		case json.Unmarshal(m.Content, &text) == nil:
			size += len(text)
		case json.Unmarshal(m.Content, &parts) == nil:
			for _, p := range parts {
				size += len(p.Text)
				n.Vision = n.Vision || p.Type == "image_url"
			}
		}
	}
	n.Context = (size + bytesPerToken - 1) / bytesPerToken
	for _, field := range []json.RawMessage{r.MaxTokens, r.MaxNew} {
		var most int
		if json.Unmarshal(field, &most) == nil && 0 < most && most < 1<<30 {
			n.Context += most
		}
	}
	return n
}
