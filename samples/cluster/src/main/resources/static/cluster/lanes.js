// A lane for each node, with a dot for each refresh that it sent in the last two minutes.
import { byId, element } from './dom.js';

const SPAN = 120_000;

function dot(point, now) {
	const created = element('span', { className: point.wrong ? 'dot wrong' : 'dot',
		title: `Login ${point.login}, generation ${point.generation}` });
	created.style.left = `${100 - (now - Date.parse(point.time)) / SPAN * 100}%`;
	return created;
}

function lane(name, points, now) {
	const track = element('div', { className: 'lane' }, ...points.map((point) => dot(point, now)));
	return [element('span', { className: 'hint', textContent: name }), track];
}

export function renderLanes(names, points, time) {
	const now = Date.parse(time);
	const recent = points.filter((point) => now - Date.parse(point.time) < SPAN);
	byId('lanes').replaceChildren(...names.flatMap((name) => lane(name,
		recent.filter((point) => point.nodes.includes(name)), now)));
}
