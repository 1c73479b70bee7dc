// Draws diagrams for the tests and reads off what has been drawn.
'use strict';

// ran collects what only a script in a diagram would call.
const ran = [];
for (const name of ['alert', 'confirm', 'prompt', 'open', 'print']) {
	window[name] = (...args) => { ran.push(name + '(' + args + ')'); };
}

mermaid.initialize({startOnLoad: false, securityLevel: 'strict'});

let count = 0;

async function draw(text) {
	const place = document.getElementById('place');
	place.replaceChildren();
	const {svg} = await mermaid.render('diagram' + (++count), text);
	place.innerHTML = svg;
	const root = place.querySelector('svg');

	// A label is the text of its lines, each on a line of its own.
	const lines = element => {
		if (!element) return '';
		const copy = element.cloneNode(true);
		copy.querySelectorAll('br').forEach(br => br.replaceWith('\n'));
		return copy.textContent;
	};
	// A node has its name in one label and its rows in the next.
	const texts = element => [...element.querySelectorAll('foreignObject')].map(lines).join('\n');

	const all = selector => [...root.querySelectorAll(selector)];
	const states = all('g.node').filter(n => n.matches('.statediagram-state'));
	const notes = all('g.node').filter(n => n.matches('.statediagram-note, .note'));
	const clusters = all('g.statediagram-cluster').filter(n => !n.matches('.note-cluster') && n.querySelector('.cluster-label'));
	// A loop is drawn in several pieces.
	const edges = new Set(all('.edgePaths path[data-edge]').filter(e => !e.matches('.note-edge'))
		.map(e => e.getAttribute('data-id').replace(/-cyclic-special-.*$/, '')));
	const labels = all('g.edgeLabel').map(lines).filter(t => t.trim() !== '');

	const active = [];
	for (const e of place.querySelectorAll('*')) {
		if (/^(script|iframe|object|embed|img|image|link|meta|form|audio|video|use|feimage|a|base|animate|set)$/i.test(e.localName)) active.push(e.localName);
		for (const a of e.attributes) {
			if (/^on/i.test(a.name)) active.push(e.localName + ' ' + a.name);
			if (/javascript:|https?:\/\/(?!www\.w3\.org\/)|url\((?!"?#)/i.test(a.value)) active.push(e.localName + ' ' + a.name + '=' + a.value);
		}
		if (e.localName === 'style' && /@import|url\((?!['"]?#)/i.test(e.textContent)) active.push('style');
	}
	return {
		nodes: states.map(texts),
		blocks: clusters.map(c => lines(c.querySelector('.cluster-label'))),
		edges: [...labels, ...Array(Math.max(0, edges.size - labels.length)).fill('')],
		notes: notes.map(texts),
		starts: all('circle.state-start').length,
		ends: all('g.node').filter(n => !n.matches('.statediagram-state, .statediagram-note, .note') && !n.querySelector('.state-start, foreignObject') && n.querySelector('path, circle')).length,
		active,
	};
}
window.draw = draw;

// show draws a diagram alone on the page, on the background that GitHub has in a
// theme, and gives its size.
async function show(text, theme) {
	mermaid.initialize({startOnLoad: false, securityLevel: 'strict', theme});
	const {svg} = await mermaid.render('diagram' + (++count), text);
	mermaid.initialize({startOnLoad: false, securityLevel: 'strict', theme: 'default'});
	document.body.style.cssText = 'margin: 0; background: ' + (theme === 'dark' ? '#0d1117' : '#ffffff');
	const place = document.getElementById('place');
	place.className = '';
	place.style.cssText = 'padding: 8px; width: max-content';
	place.innerHTML = svg;
	const root = place.querySelector('svg');
	// As wide as GitHub shows it.
	root.style.width = Math.min(parseFloat(root.style.maxWidth), 900) + 'px';
	root.style.display = 'block';
	await document.fonts.ready;
	const box = place.getBoundingClientRect();
	return {width: Math.ceil(box.width), height: Math.ceil(box.height)};
}
window.show = show;

// showPage shows Markdown as GitHub does, in a column of the width that it has there, and gives its size.
async function showPage(text) {
	document.body.style.cssText = 'margin: 0; background: #ffffff';
	const place = document.getElementById('place');
	place.style.cssText = 'width: 900px; padding: 16px';
	place.className = 'markdown-body';
	place.innerHTML = marked.parse(text);
	for (const code of place.querySelectorAll('code.language-mermaid')) {
		const {svg} = await mermaid.render('diagram' + (++count), code.textContent);
		const box = document.createElement('div');
		box.style.textAlign = 'center';
		box.innerHTML = svg;
		code.closest('pre').replaceWith(box);
	}
	await document.fonts.ready;
	await Promise.all([...place.querySelectorAll('img')].map(image => image.decode()));
	const box = place.getBoundingClientRect();
	return {width: Math.ceil(box.width), height: Math.ceil(box.height)};
}
window.showPage = showPage;
