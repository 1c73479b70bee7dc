"use strict";

// The first message is the compiled program, each other one a request.
importScripts("wasm_exec.js");

onmessage = async (first) => {
  const go = new Go();
  go.run(await WebAssembly.instantiate(first.data, go.importObject));
  onmessage = (event) => postMessage(fsmgen(event.data));
  postMessage("ready");
};
