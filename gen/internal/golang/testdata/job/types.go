package job

// Result is what comes of a job.
type Result struct{ Text string }
