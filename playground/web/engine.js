"use strict";

// patience is how long a request may take, in milliseconds. The hopeless searches of the verifier give up before.
const patience = 120_000;

// Engine runs fsmgen in a worker. A new request replaces one that runs for long, with a new worker: WebAssembly cannot be interrupted.
class Engine {
  constructor() {
    this.module = this.load();
    this.worker = null;
    this.busy = null; // {request, since, done}
    this.patience = patience;
  }

  // load fetches and compiles fsmgen. The file is compressed, so that a plain file server is enough.
  async load() {
    const response = await fetch("fsmgen.wasm.gz");
    if (!response.ok) throw new Error("fsmgen.wasm.gz: " + response.status);
    const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  }

  async start() {
    const worker = new Worker("worker.js");
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = (event) => reject(new Error(event.message));
      this.module.then((module) => worker.postMessage(module), reject);
    });
    return worker;
  }

  // ask sends a request, and returns the response, or null if a later request has replaced it.
  async ask(request) {
    const mine = { request };
    this.next = mine;
    if (this.busy && performance.now() - this.busy.since > 1500) this.stop();
    while (this.busy) await this.busy.done;
    if (this.next !== mine) return null;
    let finish, timer;
    this.busy = { since: performance.now(), done: new Promise((resolve) => (finish = resolve)), finish: () => finish() };
    const busy = this.busy;
    try {
      this.worker ??= await this.start();
      busy.since = performance.now();
      timer = setTimeout(() => this.stop({ error: `given up after ${this.patience / 1000} seconds: fsmgen verify has more time`, findings: [] }), this.patience);
      const answer = await new Promise((resolve) => {
        busy.cancel = (answer) => resolve(answer ? JSON.stringify(answer) : null);
        this.worker.onmessage = (event) => resolve(event.data);
        // A worker that fails, for example without memory, is replaced.
        this.worker.onerror = (event) => {
          this.worker = null;
          resolve(JSON.stringify({ error: event.message || "the worker has failed", findings: [] }));
        };
        this.worker.postMessage(JSON.stringify(request));
      });
      return answer === null || this.next !== mine ? null : JSON.parse(answer);
    } finally {
      clearTimeout(timer);
      this.busy = null;
      finish();
    }
  }

  // stop ends the request that runs, with an answer or with none.
  stop(answer = null) {
    if (!this.busy?.cancel) return;
    this.worker?.terminate();
    this.worker = null;
    this.busy.cancel(answer);
  }
}
