"use strict";
// Finds the sections of all pages that have each word of the query. The index is read when somebody first uses the field.
(() => {
  const root = document.body.dataset.root;
  const field = document.getElementById("search");
  const results = document.getElementById("results");
  const found = document.getElementById("found");
  const most = 12;
  let index = null, chosen = -1, last = 0;

  const lower = (text) => text.toLowerCase();
  const words = (query) => lower(query).split(/\s+/).filter((word) => word !== "");

  async function load() {
    if (index === null) {
      index = fetch(root + "search.json").then((answer) => {
        if (!answer.ok) throw new Error(answer.statusText);
        return answer.json();
      });
      index.catch(() => { index = null; });
    }
    return index;
  }

  // score is 0 if a word is missing. A word in a title counts more than one in a heading, and that more than one in the text.
  function score(wanted, title, heading, text) {
    let sum = 0;
    for (const word of wanted) {
      const start = (where, points) => where === word ? 3 * points : where.split(/[^\p{L}\p{N}]+/u).includes(word) ? 2 * points : where.includes(word) ? points : 0;
      const points = start(title, heading === "" ? 30 : 4) + start(heading, 20) + (text.includes(word) ? Math.min(text.split(word).length - 1, 4) : 0);
      if (points === 0) return 0;
      sum += points;
    }
    return sum;
  }

  function search(pages, query) {
    const wanted = words(query);
    if (wanted.length === 0) return [];
    const list = [];
    pages.forEach((page, n) => {
      page.sections.forEach(([heading, anchor, text], m) => {
        const points = score(wanted, lower(page.title), lower(heading), lower(text));
        if (points > 0) list.push({ points, n, m, page, heading, anchor, text });
      });
    });
    list.sort((a, b) => b.points - a.points || a.n - b.n || a.m - b.m);
    return list.slice(0, most);
  }

  // marked appends a text to an element, with the words in it marked. Text never becomes markup.
  function marked(element, text, wanted) {
    const low = lower(text);
    let at = 0;
    while (at < text.length) {
      let next = text.length, size = 0;
      for (const word of wanted) {
        const i = low.indexOf(word, at);
        if (i >= 0 && i < next) { next = i; size = word.length; }
      }
      element.append(text.slice(at, next));
      if (size === 0) break;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next, next + size);
      element.append(mark);
      at = next + size;
    }
  }

  function excerpt(text, wanted) {
    const low = lower(text);
    const at = Math.max(0, Math.min(...wanted.map((word) => low.indexOf(word)).filter((i) => i >= 0).concat(text.length)));
    const from = at === text.length ? 0 : Math.max(0, at - 40);
    return (from > 0 ? "… " : "") + text.slice(from, from + 150) + (from + 150 < text.length ? " …" : "");
  }

  function show(list, query) {
    const wanted = words(query);
    chosen = -1;
    results.replaceChildren(...list.map((r, i) => {
      const a = document.createElement("a");
      a.id = "result" + i;
      a.setAttribute("role", "option");
      a.setAttribute("aria-selected", "false");
      a.href = root + r.page.url + (r.anchor === "" ? "" : "#" + encodeURIComponent(r.anchor));
      const b = document.createElement("b");
      marked(b, r.heading === "" ? r.page.title : r.page.title + " › " + r.heading, wanted);
      const small = document.createElement("small");
      marked(small, excerpt(r.text, wanted), wanted);
      a.append(b, small);
      return a;
    }));
    if (list.length === 0 && wanted.length > 0) say("Nothing has all of these words.");
    else found.textContent = list.length + " results";
    open(wanted.length > 0);
  }

  function say(text) {
    const p = document.createElement("p");
    p.textContent = text;
    results.replaceChildren(p);
    found.textContent = text;
  }

  function open(yes) {
    results.hidden = !yes;
    field.setAttribute("aria-expanded", String(yes));
    if (!yes) field.removeAttribute("aria-activedescendant");
  }

  function choose(n) {
    const all = results.querySelectorAll("a");
    if (all.length === 0) return;
    all[chosen]?.setAttribute("aria-selected", "false");
    chosen = (n + all.length) % all.length;
    all[chosen].setAttribute("aria-selected", "true");
    all[chosen].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", all[chosen].id);
  }

  async function update() {
    const turn = ++last, query = field.value;
    try {
      const pages = await load();
      if (turn === last) show(search(pages, query), query);
    } catch {
      say("The index of the search cannot be read.");
      open(true);
    }
  }

  field.parentElement.hidden = false;
  field.addEventListener("focus", () => { load().catch(() => {}); });
  field.addEventListener("input", update);
  field.addEventListener("keydown", (e) => {
    switch (e.key) {
      case "ArrowDown": choose(chosen + 1); break;
      case "ArrowUp": choose(chosen < 0 ? -1 : chosen - 1); break;
      case "Enter": (results.querySelectorAll("a")[Math.max(chosen, 0)])?.click(); break;
      case "Escape": open(false); return;
      default: return;
    }
    e.preventDefault();
  });
  document.addEventListener("click", (e) => { if (!field.parentElement.contains(e.target)) open(false); else if (e.target === field && field.value !== "") update(); });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) {
      e.preventDefault();
      field.focus();
    }
  });
})();
