// Composite states that a person closes and opens. The page has a picture for each set of closed ones, which fsmgen has laid out.

// unpacked returns the pictures of the page with closed frames. There are none if the browser cannot decompress them.
async function unpacked(folds) {
  const none = { frames: [], list: [] };
  if (!folds) return none;
  try {
    const bytes = Uint8Array.from(atob(folds.pictures), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return { frames: folds.frames, list: JSON.parse(await new Response(stream).text()) };
  } catch {
    return none;
  }
}

class Folds {
  // toggle is called with a frame and the version in whose picture it is.
  constructor({ frames, list }, versions, roots, toggle) {
    this.frames = frames;
    this.toggle = toggle;
    this.closed = new Set(); // also those in closed ones
    this.roots = roots;
    const open = versions.map((v, i) => ({ svg: roots[i]?.querySelector("svg"), edges: v.edges, nodes: null, inside: {}, blocks: frames.map((f) => f.blocks[i]), boxes: frames.map(() => -1) }));
    this.faces = new Map([["", open], ...list.map(({ closed, faces }) => [closed.join(), faces])]);
    this.show();
  }

  // outermost returns the closed frames that are in no closed one.
  outermost() {
    const hidden = (k) => k >= 0 && (this.closed.has(k) || hidden(this.frames[k].parent));
    return [...this.closed].filter((k) => !hidden(this.frames[k].parent)).sort((a, b) => a - b);
  }

  // paths returns the names of the closed frames for the address of the page, and set closes those.
  paths() {
    return this.frames.filter((_, k) => this.closed.has(k)).map((f) => f.path);
  }

  set(paths) {
    this.closed = new Set(this.frames.map((_, k) => k).filter((k) => paths.includes(this.frames[k].path)));
    this.show();
  }

  // show puts the picture of each version into the page.
  show() {
    this.shown = this.faces.get(this.outermost().join());
    this.shown.forEach((face, i) => {
      if (typeof face.svg === "string") face.svg = document.importNode(new DOMParser().parseFromString(face.svg, "image/svg+xml").documentElement, true);
      if (!face.svg) return;
      this.roots[i].replaceChildren(face.svg);
      face.handles ??= this.frames.map((_, k) => this.handle(face, k, i));
    });
  }

  // handle adds the button that closes or opens a frame, or returns null if the picture does not have the frame.
  handle(face, k, version) {
    const g = face.svg.querySelector('[data-block="' + face.blocks[k] + '"], [data-node="' + face.boxes[k] + '"]');
    if (!g) return null;
    const open = face.blocks[k] >= 0;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(g.querySelector("rect").getAttribute(name)));
    const title = Math.max(...[...g.querySelectorAll("text")].map((t) => t.textContent.length)) * 7.5; // a hidden page cannot measure it
    const area = open ? { x: x - 12, y: y - 12, width: Math.min(title, width) + 34, height: 38 } : { x: x - 4, y: y - 4, width: width + 8, height: height + 8 };
    const button = draw("g", { class: "fold", role: "button", tabindex: "0", "aria-expanded": String(open) });
    button.append(draw("rect", { class: "area", ...area }), draw("circle", { cx: x, cy: y, r: 8 }), draw("path", { d: "M" + (x - 4) + " " + y + "h8" + (open ? "" : "M" + x + " " + (y - 4) + "v8") }));
    button.addEventListener("click", () => this.toggle(k, version));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.toggle(k, version);
    });
    g.append(button);
    return button;
  }

  // change closes or opens a frame.
  change(k) {
    if (!this.closed.delete(k)) this.closed.add(k);
    this.show();
  }

  // all closes all frames, or opens them if some are closed.
  all() {
    this.closed = new Set(this.closed.size > 0 ? [] : this.frames.keys());
    this.show();
  }

  // label names the buttons, and says where the active states are.
  label() {
    for (const face of this.shown) {
      face.handles?.forEach((button, k) => {
        const inside = face.boxes[k] >= 0 && button?.parentNode.classList.contains("now");
        button?.setAttribute("aria-label", this.frames[k].name + (inside ? ", the active state is inside" : ""));
      });
    }
  }
}
