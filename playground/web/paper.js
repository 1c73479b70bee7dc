"use strict";

// Paper draws the colors and the marks behind the text, of the lines only that can be seen: a spec may be long.
class Paper {
  constructor(source, colors, marks) {
    Object.assign(this, { source, colors, marks, places: [], asked: false });
    this.layers = [colors, marks].map((e) => e.appendChild(document.createElement("div")));
    source.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.later()).observe(source);
    this.write("");
  }

  // write takes a new text, without findings.
  write(text) {
    this.text = text;
    this.lines = text.split("\n");
    this.starts = [];
    let at = 0;
    for (const line of this.lines) {
      this.starts.push(at);
      at += line.length + 1;
    }
    this.mark([]);
  }

  // mark takes the findings about the text.
  mark(findings) {
    this.places = placesOf(this.text, findings);
    this.draw();
  }

  // later draws before the next picture of the screen.
  later() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  draw() {
    const height = 20; // of a line, as in the style
    const { scrollTop, scrollLeft, clientHeight } = this.source;
    const first = Math.min(Math.max(0, Math.floor(scrollTop / height) - 20), this.lines.length);
    const last = Math.min(this.lines.length, first + Math.ceil(clientHeight / height) + 40);
    const to = last < this.lines.length ? this.starts[last] - 1 : this.text.length;
    this.layers[0].replaceChildren(coloredLines(this.lines.slice(first, last)));
    this.layers[1].replaceChildren(markedPart(this.text, this.places, this.starts[first] ?? this.text.length, to));
    for (const layer of this.layers) layer.style.transform = `translate(${-scrollLeft}px, ${first * height - scrollTop}px)`;
  }
}
