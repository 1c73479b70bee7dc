"use strict";

const $ = (id) => document.getElementById(id);

// longest is the longest spec that the playground takes, in characters.
const longest = 200_000;

// Playground connects the editor with the engine.
class Playground {
  constructor() {
    this.engine = new Engine();
    this.paper = new Paper($("source"), $("colors"), $("marks"));
    this.timer = 0;
    this.urls = {};
    this.files = [];
    this.samples = JSON.parse($("samples").textContent);
  }

  async begin() {
    this.tabs();
    $("examples").replaceChildren(...this.samples.map((s, i) => this.option(i, s.title)));
    $("examples").onchange = () => this.load(this.samples[$("examples").value].source);
    $("source").oninput = () => this.edited();
    $("source").onbeforeinput = (event) => this.refuse(event);
    $("source").onkeydown = (event) => this.key(event);
    $("files").onchange = () => ($("text").textContent = this.files[$("files").value]?.text ?? "");
    $("copy").onclick = () => navigator.clipboard?.writeText($("text").textContent);
    $("share").onclick = () => this.share();
    this.load((await this.shared()) ?? this.samples[0].source);
  }

  option(value, text) {
    const o = document.createElement("option");
    o.value = value;
    o.textContent = text;
    return o;
  }

  load(text) {
    $("source").value = text;
    $("source").scrollTop = 0;
    this.edited();
  }

  edited() {
    const text = $("source").value;
    clearTimeout(this.timer);
    if (text.length > longest) {
      this.engine.stop();
      this.paper.write("");
      this.tooLong(text.length);
      return;
    }
    this.paper.write(text);
    $("verdict").classList.add("stale");
    this.timer = setTimeout(() => this.run(text), 250);
  }

  // refuse keeps a text out that is too long, before the browser lays it out.
  refuse(event) {
    const added = (event.data ?? event.dataTransfer?.getData("text/plain") ?? "").length;
    const { value, selectionStart, selectionEnd } = $("source");
    const length = value.length - (selectionEnd - selectionStart) + added;
    if (added === 0 || length <= longest) return;
    event.preventDefault();
    $("work").textContent = this.limit(length);
  }

  limit(length) {
    return `the spec would have ${length.toLocaleString("en-US")} characters, and the playground takes ${longest.toLocaleString("en-US")}: use fsmgen verify`;
  }

  tooLong(length) {
    this.show({ error: this.limit(length), findings: [] }, "");
  }

  // key indents with Tab as YAML wants it; Escape makes the next Tab leave the editor.
  key(event) {
    if (event.key === "Escape") this.leaving = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.leaving) {
      event.preventDefault();
      document.execCommand("insertText", false, "  ");
    } else this.leaving = false;
  }

  async run(text) {
    for (const request of ["check", "verify"]) {
      $("work").textContent = request === "check" ? "checking …" : "proving …";
      let response;
      try {
        response = await this.engine.ask({ do: request, source: text });
      } catch (error) {
        response = { error: String(error.message ?? error), findings: [] };
      }
      if (!response || $("source").value !== text) return;
      this.show(response, text);
      if (response.error || response.verdict) return;
    }
  }

  show(response, text) {
    $("work").textContent = response.error ?? response.name ?? "";
    const verdict = response.error ? "error" : response.verdict || "…";
    $("verdict").textContent = verdict;
    $("verdict").className = "tag " + (response.error ? "errors" : verdict);
    this.paper.mark(text === this.paper.text ? response.findings : []);
    this.findings(response.findings, text);
    if (response.svg) this.image(response.svg, response.name, response.remarks ?? []);
    $("diagram").classList.toggle("stale", !response.svg);
    if (!response.verdict) return;
    $("summary").textContent = response.summary ?? "The spec has errors.";
    this.files = response.files ?? [];
    const at = $("files").selectedIndex;
    $("files").replaceChildren(...this.files.map((f, i) => this.option(i, f.name)));
    if (at >= 0 && at < this.files.length) $("files").selectedIndex = at;
    $("text").textContent = this.files[$("files").value]?.text ?? "There is no Go code.";
    if (response.explorer) this.page(response.explorer);
    $("explore").classList.toggle("stale", !response.explorer);
  }

  findings(list, text) {
    $("findings").replaceChildren(...list.map((f) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = f.severity;
      const place = document.createElement("span");
      place.className = "place";
      place.textContent = f.line + ":" + f.column;
      button.append(place, f.severity + ": " + f.message + " [" + f.code + "]");
      if (f.more) {
        const more = document.createElement("pre");
        more.textContent = f.more;
        button.append(more);
      }
      button.onclick = () => this.goTo(offsetOf(text, f.line, f.column));
      return button;
    }));
  }

  goTo(offset) {
    const source = $("source");
    source.focus();
    source.setSelectionRange(offset, offset);
    const line = source.value.slice(0, offset).split("\n").length;
    source.scrollTop = Math.max(0, (line - 6) * 20);
  }

  // url returns an address for a text, in place of an earlier one.
  url(name, text, type) {
    if (this.urls[name]) URL.revokeObjectURL(this.urls[name]);
    return (this.urls[name] = URL.createObjectURL(new Blob([text], { type })));
  }

  // image shows the diagram as an image, in which no script can run.
  image(svg, name, remarks) {
    const image = document.createElement("img");
    image.alt = "The states and transitions of " + name;
    image.src = this.url("svg", svg, "image/svg+xml");
    $("diagram").replaceChildren(image, ...remarks.map((text) => {
      const p = document.createElement("p");
      p.textContent = text;
      return p;
    }));
  }

  // page shows the explorer without access to this page: the frame has an origin of its own.
  page(html) {
    const frame = document.createElement("iframe");
    frame.title = "Explorer";
    frame.sandbox = "allow-scripts allow-forms"; // its buttons are those of forms, which the policy lets go nowhere
    frame.src = this.url("explorer", html, "text/html");
    $("explore").replaceChildren(frame);
  }

  tabs() {
    const list = [...document.querySelectorAll("[role=tab]")];
    const select = (tab) => {
      for (const t of list) {
        t.setAttribute("aria-selected", String(t === tab));
        t.tabIndex = t === tab ? 0 : -1;
        $(t.getAttribute("aria-controls")).hidden = t !== tab;
      }
    };
    list.forEach((tab, i) => {
      tab.onclick = () => select(tab);
      tab.onkeydown = (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = list[(i + step + list.length) % list.length];
        select(next);
        next.focus();
      };
    });
  }

  // share puts the spec into the address, compressed; the part after # reaches no server.
  async share() {
    const stream = new Blob([$("source").value]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = "";
    for (const b of bytes) binary += String.fromCharCode(b);
    history.replaceState(null, "", "#spec=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
    try {
      await navigator.clipboard.writeText(location.href);
      $("work").textContent = "the link is copied";
    } catch {
      $("work").textContent = "the address has the spec: copy it";
    }
  }

  // read returns the text of a stream up to a little more than the longest spec: a link of some bytes can stand for gigabytes.
  async read(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done && text.length <= longest; part = await reader.read()) text += part.value;
    reader.cancel();
    return text.slice(0, longest + 1);
  }

  // shared returns the spec in the address, or null.
  async shared() {
    const code = location.hash.startsWith("#spec=") ? location.hash.slice(6) : "";
    if (!code) return null;
    try {
      const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      return await this.read(stream);
    } catch {
      return null;
    }
  }
}

const playground = new Playground();
playground.begin();
