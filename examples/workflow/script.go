package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// reply is the answer to a question.
type reply struct {
	text string
	err  error
	// takes is how long the server works on it. Those that run side by side differ.
	takes time.Duration
}

// script is a scripted server of a language model. The answers depend on the first line of the question; the last
// answer of a list repeats.
type script struct {
	name    string
	replies map[string][]reply

	mu    sync.Mutex
	asked map[string]int
}

// provider returns the script as a provider of a chain.
func (s *script) provider() fallback.Provider {
	return fallback.Provider{Name: s.name, Ask: s.ask}
}

func (s *script) ask(ctx context.Context, request *fallback.Request) (*fallback.Response, error) {
	question, err := firstLine(request.Body)
	if err != nil {
		return nil, err
	}
	r, ok := s.next(question)
	if !ok {
		return nil, fmt.Errorf("the script has no answer to %q", question)
	}
	select {
	case <-time.After(r.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if r.err != nil {
		return nil, r.err
	}
	type message struct {
		Content string `json:"content"`
	}
	type choice struct {
		Message message `json:"message"`
	}
	body, err := json.Marshal(map[string][]choice{"choices": {{message{r.text}}}})
	return &fallback.Response{Status: 200, Body: body}, err
}

// next returns the answer to a question: the next or the last one of its list, or the answer to all questions, under
// "".
func (s *script) next(question string) (reply, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	replies := s.replies[question]
	if len(replies) == 0 {
		replies = s.replies[""]
	}
	if len(replies) == 0 {
		return reply{}, false
	}
	if s.asked == nil {
		s.asked = map[string]int{}
	}
	i := s.asked[question]
	s.asked[question]++
	return replies[min(i, len(replies)-1)], true
}

// firstLine returns the first line of the question in a request.
func firstLine(body []byte) (string, error) {
	var request struct {
		Messages []struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return "", err
	}
	for _, m := range request.Messages {
		if m.Role == "user" {
			line, _, _ := strings.Cut(m.Content, "\n")
			return line, nil
		}
	}
	return "", fmt.Errorf("there is no question in %.100s", body)
}
