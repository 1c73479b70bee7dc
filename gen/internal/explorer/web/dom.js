// Elements. Text is always set as text, never as markup.

// el creates an element: properties are attributes, except text, and functions, which listen to the event of that name.
function el(tag, properties = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") e.textContent = value;
    else if (typeof value === "function") e.addEventListener(name, value);
    else if (name === "value") e.value = value;
    else if (name === "checked") e.checked = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return e;
}

// draw creates an element of an image.
function draw(tag, attributes = {}, text = "") {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  if (text) e.textContent = text;
  return e;
}

function place(id, ...children) {
  document.getElementById(id).replaceChildren(...children.filter((c) => c !== null && c !== undefined && c !== ""));
}

// count writes a number with a noun.
function count(n, one, many) {
  return n.toLocaleString("en-US") + " " + (n === 1 ? one : many);
}
