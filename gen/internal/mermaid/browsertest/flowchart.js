// Draws flowcharts for the tests and reads off what has been drawn.
'use strict';

async function flow(text) {
	const {active} = await draw(text);
	const root = document.getElementById('place').querySelector('svg');
	const all = selector => [...root.querySelectorAll(selector)];
	const lines = element => {
		const copy = element.cloneNode(true);
		copy.querySelectorAll('br').forEach(br => br.replaceWith('\n'));
		return copy.textContent;
	};
	const name = id => (id || '').replace(/-cyclic-special-.*$/, '');
	const said = {};
	for (const label of all('.edgeLabels .label')) {
		const id = name(label.getAttribute('data-id'));
		said[id] = (said[id] || '') + lines(label);
	}
	const arrows = {};
	for (const path of all('.edgePaths path')) {
		const id = name(path.getAttribute('data-id') || path.id), look = getComputedStyle(path);
		arrows[id] = {id, text: said[id] || '', stroke: look.stroke, width: look.strokeWidth, dash: look.strokeDasharray};
	}
	const shape = node => {
		const outline = [...node.querySelectorAll('rect, path, circle, polygon')].filter(s => !s.closest('foreignObject'))[0];
		const words = node.querySelector('foreignObject span, foreignObject p, foreignObject div');
		return {id: node.id.replace(/^.*flowchart-(\w+)-\d+$/, '$1'), text: lines(node), fill: outline ? getComputedStyle(outline).fill : '', color: words ? getComputedStyle(words).color : ''};
	};
	return {
		nodes: all('g.node').map(shape),
		blocks: all('g.cluster').map(c => lines(c.querySelector('.cluster-label'))),
		arrows: Object.values(arrows), active,
	};
}
window.flow = flow;
