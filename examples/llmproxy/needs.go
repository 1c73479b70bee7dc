package main

import (
	"encoding/json"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// completionRequest is the part of a request that the proxy reads.
type completionRequest struct {
	Model     string          `json:"model"`
	Stream    bool            `json:"stream"`
	Messages  json.RawMessage `json:"messages"`
	Tools     json.RawMessage `json:"tools"`
	Functions json.RawMessage `json:"functions"`
	MaxTokens json.RawMessage `json:"max_tokens"`
	MaxNew    json.RawMessage `json:"max_completion_tokens"`
}

// bytesPerToken is higher than for real tokenizers, which have three to five bytes per token in prose, code,
// and tables, so that the estimate is a lower bound. An upstream that finds a request too long rejects it,
// and the next one is asked; one that is skipped by mistake might have been the only one.
const bytesPerToken = 6

// needs returns the capabilities that the request needs. Parts that do not have the form of the API are
// ignored: the upstream rejects them.
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
		Content   json.RawMessage `json:"content"`
		ToolCalls []struct {
			Function struct {
				Name      string `json:"name"`
				Arguments string `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
	}
	_ = json.Unmarshal(r.Messages, &messages)
	for _, m := range messages {
		var parts []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		for _, c := range m.ToolCalls {
			size += len(c.Function.Name) + len(c.Function.Arguments)
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
