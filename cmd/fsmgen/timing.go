package main

import (
	"fmt"
	"io"
	"time"
)

// stopwatch measures how long the stages of one spec take.
type stopwatch struct {
	last   time.Time
	stages []string
	times  []time.Duration
}

func (s *stopwatch) lap(stage string) {
	now := time.Now()
	s.stages, s.times = append(s.stages, stage), append(s.times, now.Sub(s.last))
	s.last = now
}

func (s *stopwatch) print(w io.Writer) {
	fmt.Fprint(w, "  time        ")
	for i, stage := range s.stages {
		fmt.Fprintf(w, " %s %.1f ms", stage, float64(s.times[i].Microseconds())/1000)
	}
	fmt.Fprintln(w)
}
