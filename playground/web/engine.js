"use strict";

// Engine runs fsmgen in a worker. A new request replaces one that runs for long, with a new worker: WebAssembly cannot be interrupted.
class Engine {
  constructor() {
    this.module = this.load();
    this.worker = null;
    this.busy = null; // {request, since, done}
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
    let finish;
    this.busy = { since: performance.now(), done: new Promise((resolve) => (finish = resolve)), finish: () => finish() };
    const busy = this.busy;
    try {
      this.worker ??= await this.start();
      busy.since = performance.now();
      const answer = await new Promise((resolve) => {
        busy.cancel = () => resolve(null);
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
      this.busy = null;
      finish();
    }
  }

  // stop ends the request that runs.
  stop() {
    if (!this.busy?.cancel) return;
    this.worker?.terminate();
    this.worker = null;
    this.busy.cancel();
  }
}
