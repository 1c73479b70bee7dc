package everything

// Body is what a job carries.
type Body struct{ Text string }
