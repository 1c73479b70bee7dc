package orchestration

// workers is the number of workers of the machine: its regions in state Execute.
const workers = 3

// job is a task of the plan.
type job struct {
	Task
	taken, complete bool
	result          Result // what the worker has got, until it is delivered
}

// assign makes the tasks of a plan the jobs, of which no worker has taken any. The lock is
// held.
func (d *driver) assign(tasks []Task) {
	d.jobs = make([]*job, len(tasks))
	for i, t := range tasks {
		d.jobs[i] = &job{Task: t}
	}
}

// take gives each worker that works and holds no job the next one, as the machine has
// counted it. The lock is held.
func (d *driver) take(works ...bool) {
	for worker, yes := range works {
		for i := 0; yes && d.held[worker] == nil && i < len(d.jobs); i++ {
			if !d.jobs[i].taken {
				d.jobs[i].taken, d.held[worker] = true, d.jobs[i]
			}
		}
	}
}

// deliver delivers the result of the job that a worker holds. The lock is held.
func (d *driver) deliver(worker int) {
	j := d.held[worker]
	j.complete, d.held[worker] = true, nil
	d.results = append(d.results, j.result)
	d.observer.Delivered(j.result)
}

// unfinished returns the names of the tasks that are not complete, in the order of the plan.
func (d *driver) unfinished() (names []string) {
	for _, j := range d.jobs {
		if !j.complete {
			names = append(names, d.config.redact(j.Name))
		}
	}
	return names
}
