// How the pictures are seen: their scale, and the part that is in view. All pictures have the same scale.

class View {
  constructor(boxes) {
    this.views = boxes.map((box) => ({ box, svg: box.querySelector("svg") })).filter((v) => v.svg);
    this.scale = null; // fits, or is legible
    this.follows = true;
    for (const v of this.views) {
      v.box.addEventListener("wheel", (event) => this.wheel(v, event), { passive: false });
      v.box.addEventListener("pointerdown", (event) => this.drag(v, event));
    }
    addEventListener("resize", () => {
      this.apply();
      this.follow();
    });
  }

  // take shows other pictures.
  take(images) {
    this.views.forEach((v, i) => {
      v.svg = images[i];
      const { width, height } = v.svg.viewBox.baseVal;
      Object.assign(v, { width, height });
      // The arrows that can be taken have names, and the states are a list: the texts of the picture would be read as one.
      for (const text of v.svg.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
    });
    this.apply();
  }

  // scroll moves what is in view, as far as there is more.
  scroll(x, y) {
    for (const { box } of this.views) box.scrollBy(x, y);
  }

  // fitting returns the scale at which a picture is seen as a whole, or the least at which it can be read.
  fitting() {
    const [legible, small] = [0.95, innerWidth < 640 ? 0.92 : 0.8];
    const whole = this.whole();
    return whole < small ? legible : whole;
  }

  // whole returns the scale at which each picture is seen as a whole.
  whole() {
    return Math.max(0.1, Math.min(1, ...this.views.map((v) => Math.min(v.box.clientWidth / v.width, (innerHeight * 0.72) / v.height))));
  }

  apply() {
    const scale = this.scale ?? this.fitting();
    for (const { svg, width, height } of this.views) {
      svg.style.maxWidth = svg.style.maxHeight = "none";
      svg.style.width = width * scale + "px";
      svg.style.height = height * scale + "px";
    }
    this.shown = scale;
  }

  // zoom changes the scale by a factor, and keeps what is at a place of the first box, or in its middle.
  zoom(factor, at) {
    if (this.views.length === 0) return;
    const before = this.shown;
    this.scale = Math.min(6, Math.max(0.1, before * factor));
    this.apply();
    for (const { box } of this.views) {
      const { x, y } = at ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 };
      box.scrollLeft = ((box.scrollLeft + x) * this.scale) / before - x;
      box.scrollTop = ((box.scrollTop + y) * this.scale) / before - y;
    }
  }

  // fit shows the picture as at the beginning, and then as a whole.
  fit() {
    this.scale = this.scale === null ? this.whole() : null;
    this.apply();
    this.follow();
  }

  wheel(v, event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    const { left, top } = v.box.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
  }

  // drag moves the picture with the mouse. Fingers scroll it.
  drag(v, event) {
    if (event.pointerType !== "mouse" || event.button !== 0 || event.target.closest(".can, .fold")) return;
    let { clientX: x, clientY: y } = event;
    const move = (to) => {
      v.box.scrollLeft -= to.clientX - x;
      v.box.scrollTop -= to.clientY - y;
      [x, y] = [to.clientX, to.clientY];
    };
    const end = () => {
      removeEventListener("pointermove", move);
      v.box.classList.remove("dragged");
    };
    v.box.classList.add("dragged");
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
    event.preventDefault();
  }

  // follow scrolls the active states into view, unless they are.
  follow() {
    if (!this.follows) return;
    for (const { box } of this.views) {
      const marked = [...box.querySelectorAll(".now")].map((g) => g.getBoundingClientRect());
      if (marked.length === 0) continue;
      const frame = box.getBoundingClientRect();
      const [left, right] = [Math.min(...marked.map((r) => r.left)), Math.max(...marked.map((r) => r.right))];
      const [top, bottom] = [Math.min(...marked.map((r) => r.top)), Math.max(...marked.map((r) => r.bottom))];
      if (left < frame.left || right > frame.left + box.clientWidth) box.scrollLeft += (left + right) / 2 - frame.left - box.clientWidth / 2;
      if (top < frame.top || bottom > frame.top + box.clientHeight) box.scrollTop += (top + bottom) / 2 - frame.top - box.clientHeight / 2;
    }
  }
}
