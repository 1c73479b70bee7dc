package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// Instructions for the model about the form of its answers.
const (
	taskForm = `Answer with JSON and nothing else: {"tasks": [{"name": "what to do", "heavy": false, "cost": 0, "minutes": 0, "needs": []}]}. ` +
		`"heavy" marks a task that can be left out when resources are short, "needs" lists the features without which it cannot be done.`
	planInstructions    = "You plan the work of agents. Name the tasks that reach the goal; each must make sense alone, for they are done side by side. " + taskForm
	executeInstructions = "You do one task of a larger piece of work. Answer with its result and nothing else."
	verifyInstructions  = `You judge whether results reach a goal. Answer with JSON and nothing else: {"gaps": ["what is missing"]}, with no gaps if the goal is reached.`
	refineInstructions  = "The results so far leave gaps. Name the tasks that close them. " + taskForm
)

// Plan implements orchestration.Planner.
func (p ports) Plan(ctx context.Context, goal orchestration.Goal, scope orchestration.Scope) ([]orchestration.Task, error) {
	var q strings.Builder
	fmt.Fprintf(&q, "Plan: %s\nAt most %d tasks.\n", line(string(goal)), scope.MaxTasks)
	if scope.Frugal {
		q.WriteString("No task that is heavy or needs a feature.\n")
	}
	if scope.After != orchestration.PlanFaultFits {
		fmt.Fprintf(&q, "The plan before was refused: %v.\n", scope.After)
	}
	return p.tasks(ctx, planInstructions, q.String())
}

// Execute implements orchestration.Executor.
func (p ports) Execute(ctx context.Context, task orchestration.Task) (string, error) {
	return p.ask(ctx, executeInstructions, "Task: "+line(task.Name)+"\n")
}

// Verify implements orchestration.Verifier.
func (p ports) Verify(ctx context.Context, goal orchestration.Goal, results []orchestration.Result) ([]string, error) {
	var q strings.Builder
	fmt.Fprintf(&q, "Verify: %s\n", line(string(goal)))
	for _, r := range results {
		if r.Skipped {
			fmt.Fprintf(&q, "\n%s: left out, as there are no resources for it\n", line(r.Task))
		} else {
			fmt.Fprintf(&q, "\n%s:\n%s\n", line(r.Task), r.Text)
		}
	}
	var answer struct {
		Gaps []string `json:"gaps"`
	}
	if err := p.decode(ctx, verifyInstructions, q.String(), &answer); err != nil {
		return nil, err
	}
	// A missing list is not an empty one: the results would not have been verified.
	if answer.Gaps == nil {
		return nil, nonsense(errors.New(`there is no list "gaps"`))
	}
	return answer.Gaps, nil
}

// Refine implements orchestration.Refiner.
func (p ports) Refine(ctx context.Context, goal orchestration.Goal, gaps []string) ([]orchestration.Task, error) {
	q := "Refine: " + line(string(goal)) + "\n"
	for _, gap := range gaps {
		q += "- " + line(gap) + "\n"
	}
	return p.tasks(ctx, refineInstructions, q)
}

// mostMinutes limits the duration of a task, which a model estimates, so that it fits in a
// time.Duration.
const mostMinutes = 1 << 20

// tasks asks a question whose answer is a list of tasks. The orchestration checks their
// number.
func (p ports) tasks(ctx context.Context, instructions, question string) ([]orchestration.Task, error) {
	var answer struct {
		Tasks []struct {
			Name    string   `json:"name"`
			Heavy   bool     `json:"heavy"`
			Cost    int      `json:"cost"`
			Minutes float64  `json:"minutes"`
			Needs   []string `json:"needs"`
		} `json:"tasks"`
	}
	if err := p.decode(ctx, instructions, question, &answer); err != nil {
		return nil, err
	}
	// A missing list is not an empty one: nothing would have been planned.
	if answer.Tasks == nil {
		return nil, nonsense(errors.New(`there is no list "tasks"`))
	}
	tasks := make([]orchestration.Task, 0, len(answer.Tasks))
	for i, t := range answer.Tasks {
		switch {
		case strings.TrimSpace(t.Name) == "":
			return nil, nonsense(fmt.Errorf("task %d has no name", i+1))
		case !(t.Minutes >= 0 && t.Minutes <= mostMinutes):
			return nil, nonsense(fmt.Errorf("task %q takes %v minutes", t.Name, t.Minutes))
		}
		takes := time.Duration(t.Minutes * float64(time.Minute))
		tasks = append(tasks, orchestration.Task{Name: t.Name, Heavy: t.Heavy, Cost: t.Cost, Takes: takes, Needs: t.Needs})
	}
	return tasks, nil
}

// decode asks a question whose answer is a JSON object. Models may put text or a fence around
// it.
func (p ports) decode(ctx context.Context, instructions, question string, into any) error {
	text, err := p.ask(ctx, instructions, question)
	if err != nil {
		return err
	}
	begin, end := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if begin < 0 || end < begin {
		return nonsense(errors.New("it contains no JSON"))
	}
	if err := json.Unmarshal([]byte(text[begin:end+1]), into); err != nil {
		return nonsense(err)
	}
	return nil
}

// nonsense returns the failure for an answer that cannot be parsed.
func nonsense(err error) error {
	return &orchestration.Failure{
		Class: orchestration.FailureClassServerError,
		Err:   fmt.Errorf("invalid answer of the model: %w", err),
	}
}

// line returns a text as one line.
func line(text string) string {
	return strings.Join(strings.Fields(text), " ")
}
