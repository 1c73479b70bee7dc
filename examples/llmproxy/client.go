package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ask sends one request of the campaign and checks its answer. Every second
// one is for a stream; one of 32 clients leaves early.
func (k *campaign) ask(ctx context.Context, number int) {
	user := strconv.Itoa(number)
	leaves := number%32 == 0
	patience := campaignHang
	if leaves {
		patience = time.Duration(number%7) * campaignTimeout / 5
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	body := fmt.Sprintf(`{"model":"m","user":%q,"stream":%t,"messages":[]}`, user, number%2 == 1 || number%64 == 0)
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, k.url, strings.NewReader(body))
	if err != nil {
		k.end("", "request %d: %v", number, err)
		return
	}
	post.Header.Set("Content-Type", "application/json")
	answer, err := k.client.Do(post)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(answer.Body)
		answer.Body.Close()
	}
	switch {
	case err != nil && ctx.Err() != nil && leaves:
		k.end("client left", "")
	case err != nil && ctx.Err() != nil:
		k.end("", "request %d hangs", number)
	case answer == nil:
		k.end("", "request %d is not answered: %v", number, err)
	default:
		end, wrong := checkAnswer(answer, text, err, user)
		if wrong != "" {
			k.end("", "request %d: %s", number, wrong)
		} else {
			k.end(end, "")
		}
	}
}

// end notes how a request ended, or what is wrong with that.
func (k *campaign) end(how, format string, args ...any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if how == "" {
		k.violated(format, args...)
		how = "violation"
	}
	k.ends[how]++
}

// checkAnswer returns how a request ended, or what is wrong with its answer,
// which was read up to an error.
func checkAnswer(answer *http.Response, text []byte, err error, user string) (end, wrong string) {
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") && answer.StatusCode == http.StatusOK {
		return checkStream(text, err, user)
	}
	if err != nil {
		return "", fmt.Sprintf("the answer breaks off: %v", err)
	}
	if answer.StatusCode == http.StatusOK {
		// Unmarshal refuses two answers in one.
		var completion struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(text, &completion) != nil || completion.ID != user {
			return "", fmt.Sprintf("the answer is %.100q", text)
		}
		return "answer", ""
	}
	var refused struct{ Error apiError }
	if json.Unmarshal(text, &refused) != nil || refused.Error.Code == "" {
		return "", fmt.Sprintf("the answer is %d %.100q", answer.StatusCode, text)
	}
	return fmt.Sprintf("error %d %s", answer.StatusCode, refused.Error.Code), ""
}

// checkStream checks that the pieces of a stream are those of the request, each
// once and in order, and that it ends with [DONE], or with an error and not as a
// complete one does.
func checkStream(text []byte, err error, user string) (end, wrong string) {
	pieces := 0
	for block := range bytes.SplitSeq(text, []byte("\n\n")) {
		data, ok := bytes.CutPrefix(bytes.TrimSpace(block), []byte("data: "))
		if !ok {
			continue
		}
		if end != "" {
			return "", "the stream goes on after its end"
		}
		var piece struct {
			ID    string    `json:"id"`
			Piece int       `json:"piece"`
			Error *apiError `json:"error"`
		}
		switch {
		case string(data) == "[DONE]":
			end = "stream"
		case json.Unmarshal(data, &piece) != nil:
			return "", fmt.Sprintf("piece %d is %.100q", pieces, data)
		case piece.Error != nil:
			end = "stream that breaks off, and says so"
		case piece.ID != user || piece.Piece != pieces:
			return "", fmt.Sprintf("piece %d is %.100q", pieces, data)
		default:
			pieces++
		}
	}
	switch {
	case end == "stream" && (err != nil || pieces != streamPieces):
		return "", fmt.Sprintf("a complete stream of %d pieces ends with %v", pieces, err)
	case end == "":
		return "", fmt.Sprintf("a stream of %d pieces ends without saying how, error %v", pieces, err)
	case end != "stream" && err == nil:
		return "", "a stream that says it broke off ends as a complete one does"
	}
	return end, ""
}
