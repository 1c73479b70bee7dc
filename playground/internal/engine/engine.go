package engine

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// memory limits exploration, because the worker has at most 4 GB.
const memory = 400e6

// fileName is the name of the spec in messages and generated files.
const fileName = "machine.fsm.yaml"

// Request is what the page asks for a spec.
type Request struct {
	// Do is "check", for findings and the diagram, or "verify", also for the proof, the explorer, and the Go code.
	Do     string `json:"do"`
	Source string `json:"source"`
}

// Response is what the page shows. Fields that are not known are empty.
type Response struct {
	// Error says why there is no answer.
	Error string `json:"error,omitempty"`
	// Name is the name of the machine.
	Name     string    `json:"name,omitempty"`
	Findings []Finding `json:"findings"`
	// SVG is the diagram, and Remarks say what it leaves out.
	SVG     string   `json:"svg,omitempty"`
	Remarks []string `json:"remarks,omitempty"`
	// Verdict is "errors" if the spec does not load, "proved", "refuted" or "unknown" after verify, and "" after check.
	Verdict string `json:"verdict,omitempty"`
	// Summary is the report in a few lines.
	Summary string `json:"summary,omitempty"`
	// Files are the generated files.
	Files []File `json:"files,omitempty"`
	// Explorer is the page of fsmgen explore.
	Explorer string `json:"explorer,omitempty"`
}

// Finding is a diagnostic. Lines and columns count from 1, columns in Unicode code points.
type Finding struct {
	Severity  string `json:"severity"`
	Code      string `json:"code"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Message   string `json:"message"`
	// More are the notes and the help, one below the other.
	More string `json:"more,omitempty"`
}

// File is a generated file.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Answer answers a request that is JSON, as JSON.
func Answer(ctx context.Context, request string) string {
	var r Request
	response := Response{}
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		response.Error = err.Error()
	} else {
		response = Do(ctx, r)
	}
	text, err := json.Marshal(response)
	if err != nil {
		return `{"error":"the answer cannot be written"}`
	}
	return string(text)
}

// Do answers a request.
func Do(ctx context.Context, r Request) Response {
	s, diags := spec.Load(fileName, []byte(r.Source))
	out := Response{Name: s.Name, Findings: findings(diags)}
	if s.Machine == nil {
		out.Verdict = "errors"
		return out
	}
	if err := out.draw(ctx, s); err != nil {
		out.Remarks = append(out.Remarks, err.Error())
	}
	if r.Do == "verify" {
		if err := out.verify(ctx, s, diags); err != nil {
			out.Error = err.Error()
		}
	}
	return out
}

func (out *Response) draw(ctx context.Context, s *spec.Spec) error {
	made, err := gen.Make(ctx, "svg", gen.Input{Spec: s})
	out.SVG, out.Remarks = string(made.Data), made.Remarks
	return err
}

func (out *Response) verify(ctx context.Context, s *spec.Spec, diags diag.List) error {
	report := verify.Within(ctx, s.Machine, verify.Limits{Memory: memory}, func(string) {})
	out.Findings = findings(append(diags, report.Diagnostics...))
	out.Summary = report.Summary()
	switch {
	case report.Contradiction != nil:
		return report.Contradiction
	case report.Proved():
		out.Verdict = string(verify.Proved)
	case report.Termination == verify.Refuted, report.Bound.Status == verify.Refuted, refuted(report):
		out.Verdict = string(verify.Refuted)
	default:
		out.Verdict = string(verify.Unknown)
	}
	page, err := gen.Make(ctx, "explorer", gen.Input{Spec: s, Report: report})
	if err != nil {
		return err
	}
	out.Explorer = string(page.Data)
	pkg := s.Package
	if pkg == "" {
		pkg = "machine"
	}
	files, err := gen.Files(ctx, s, report, pkg)
	if err != nil && !errors.Is(err, gen.ErrNoCode) {
		return err
	}
	for _, f := range files {
		out.Files = append(out.Files, File{f.Name, string(f.Data)})
	}
	return nil
}

func refuted(r *verify.Report) bool {
	for i := range r.Obligations {
		if r.Obligations[i].Status == verify.Refuted {
			return true
		}
	}
	return false
}

func findings(list diag.List) []Finding {
	out := []Finding{}
	for _, d := range list {
		f := Finding{
			Severity: d.Severity.String(), Code: string(d.Code), Message: d.Message,
			Line: d.Span.Start.Line, Column: d.Span.Start.Column, EndLine: d.Span.End.Line, EndColumn: d.Span.End.Column,
		}
		var more []string
		for _, n := range d.Notes {
			more = append(more, strings.TrimRight(n.Message, "\n"))
		}
		if d.Help != "" {
			more = append(more, "help: "+d.Help)
		}
		f.More = strings.Join(more, "\n")
		out = append(out, f)
	}
	return out
}
