package completion

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// wireMessage is a message in a request.
type wireMessage struct {
	Role    string     `json:"role"`
	Content *string    `json:"content"`
	Calls   []wireCall `json:"tool_calls,omitempty"`
	CallID  string     `json:"tool_call_id,omitempty"`
}

// wireCall is a tool call in a request or an answer.
type wireCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// wireTool is a tool in a request.
type wireTool struct {
	Type     string       `json:"type"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

// encode returns the body of a request.
func encode(model string, messages []Message, tools []Tool) ([]byte, error) {
	r := struct {
		Model    string        `json:"model"`
		Messages []wireMessage `json:"messages"`
		Tools    []wireTool    `json:"tools,omitempty"`
	}{Model: model, Messages: make([]wireMessage, len(messages))}
	for i, m := range messages {
		w := wireMessage{Role: m.Role, Content: &m.Text, CallID: m.CallID}
		if m.Text == "" && len(m.Calls) > 0 {
			w.Content = nil
		}
		for _, c := range m.Calls {
			call := wireCall{ID: c.ID, Type: "function"}
			call.Function.Name = c.Name
			call.Function.Arguments = object(c.Args)
			w.Calls = append(w.Calls, call)
		}
		r.Messages[i] = w
	}
	for _, t := range tools {
		if t.Parameters == nil {
			t.Parameters = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		r.Tools = append(r.Tools, wireTool{"function", wireFunction(t)})
	}
	return json.Marshal(r)
}

// object returns arguments as JSON, because some servers read those of earlier calls, and
// reject the whole chat if a model has written others.
func object(args string) string {
	if json.Valid([]byte(args)) {
		return args
	}
	text, _ := json.Marshal(map[string]string{"text": args}) // strings are always JSON
	return string(text)
}

// read reads an answer. It closes a stream, which nobody has asked for.
func read(response *fallback.Response) (Answer, error) {
	if response.Rest != nil {
		response.Rest.Close()
		return Answer{}, errors.New("unexpected stream")
	}
	var completion struct {
		Choices []struct {
			Message struct {
				Content *string    `json:"content"`
				Refusal *string    `json:"refusal"`
				Calls   []wireCall `json:"tool_calls"`
			} `json:"message"`
			Reason string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Tokens int `json:"total_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(response.Body, &completion); err != nil {
		return Answer{}, err
	}
	if len(completion.Choices) == 0 {
		return Answer{}, errors.New("it contains no text")
	}
	choice := completion.Choices[0]
	a := Answer{Tokens: completion.Usage.Tokens, Cut: choice.Reason == "length"}
	for _, text := range []*string{choice.Message.Content, choice.Message.Refusal} {
		if text != nil && a.Text == "" {
			a.Text = *text
		}
	}
	for i, c := range choice.Message.Calls {
		switch {
		case c.Type != "" && c.Type != "function":
			return Answer{}, fmt.Errorf("tool call %d is of type %q", i+1, c.Type)
		case c.Function.Name == "":
			return Answer{}, fmt.Errorf("tool call %d has no name", i+1)
		case c.Function.Arguments == "":
			c.Function.Arguments = "{}"
		}
		a.Calls = append(a.Calls, Call{c.ID, c.Function.Name, c.Function.Arguments})
	}
	switch {
	case choice.Reason == "content_filter":
		return Answer{}, errors.New("a content filter has removed a part of it")
	case a.Text == "" && len(a.Calls) == 0 && !a.Cut:
		return Answer{}, errors.New("it contains no text")
	}
	return a, nil
}
