// Reads off where the parts of a drawn diagram are.
'use strict';

async function layout(text) {
	const place = document.getElementById('place');
	place.replaceChildren();
	place.style.cssText = 'width: max-content';
	const {svg} = await mermaid.render('diagram' + (++count), text);
	place.innerHTML = svg;
	const root = place.querySelector('svg');
	// At its natural size, whatever the width of the page is.
	const size = root.viewBox.baseVal;
	root.style.maxWidth = 'none';
	root.style.width = size.width + 'px';
	root.style.height = size.height + 'px';
	root.style.display = 'block';
	await document.fonts.ready;
	const origin = root.getBoundingClientRect();

	const box = element => {
		const r = element.getBoundingClientRect();
		return {x: r.x - origin.x, y: r.y - origin.y, width: r.width, height: r.height};
	};
	const all = selector => [...root.querySelectorAll(selector)];
	const said = element => element.textContent.trim();

	const paths = all('.edgePaths path').filter(p => !p.matches('.note-edge'));
	const points = path => {
		const list = [], m = path.getScreenCTM(), total = path.getTotalLength();
		for (let at = 0; at <= total; at += 4) {
			const p = path.getPointAtLength(at).matrixTransform(m);
			list.push({x: p.x - origin.x, y: p.y - origin.y});
		}
		return list;
	};
	const edges = paths.map(p => ({id: p.getAttribute('data-id') || p.id, points: points(p)}));
	// Versions before 11 do not say which label belongs to which path, but have both in the same order.
	const labels = all('.edgeLabels > g.edgeLabel, .edgeLabels > g').map((g, i) => {
		const inner = g.querySelector('foreignObject, text');
		const mark = g.querySelector('[data-id]') || (g.matches('[data-id]') ? g : null);
		return inner && said(g) ? {text: said(g), edge: mark ? mark.getAttribute('data-id') : (edges[i] || {}).id, box: box(inner)} : null;
	}).filter(l => l);
	const nodes = all('g.node').filter(n => said(n)).map(n => ({text: said(n), box: box(n)}));
	const titles = all('.cluster-label').filter(n => said(n)).map(n => ({text: said(n), box: box(n)}));
	const sample = root.querySelector('.edgeLabels foreignObject span, .edgeLabels foreignObject div, .edgeLabels text, g.node foreignObject span');
	return {
		width: size.width, height: size.height,
		font: sample ? parseFloat(getComputedStyle(sample).fontSize) : 0,
		edges, labels, nodes, titles,
	};
}
window.layout = layout;
