// The calls of the nodes, the refreshes that the provider has seen, and the events.
import { element, list, text, time } from './dom.js';
import { renderLanes } from './lanes.js';

const MOST_REFRESHES = 50;

const MOST_EVENTS = 12;

function total(nodes, count) {
	return nodes.reduce((sum, node) => sum + node.calls[count], 0).toLocaleString();
}

function refreshRow(point) {
	const row = element('tr', { className: isWrong(point) ? 'wrong' : '' });
	const nodes = [...new Set(point.nodes)].join(', ');
	const count = String(point.nodes.length) + (point.accepted ? '' : ', refused');
	row.append(element('td', {}, time(point.time)),
		...[point.login, String(point.generation), nodes, count].map((textContent) => element('td', { textContent })));
	return row;
}

const isWrong = (point) => point.nodes.length !== 1 || !point.accepted;

function verdict(points) {
	if (points.length === 0) {
		return 'No token has been refreshed yet.';
	}
	const wrong = points.filter(isWrong).length;
	const refreshes = `${points.length} refresh point${points.length === 1 ? '' : 's'}`;
	return wrong ? `${wrong} of ${refreshes} had more than one token request, or a refused one.`
		: `${refreshes}, one token request each.`;
}

function eventItem({ node, event }) {
	const message = element('span', { textContent: firstSentence(event.message), title: event.message });
	return element('li', {}, time(event.time), ` ${node} · ${event.level.toLowerCase()} · `, message);
}

const firstSentence = (message) => message.split(/(?<=[.;]) /, 1)[0];

function events(nodes) {
	return nodes.flatMap((node) => node.events.map((event) => ({ node: node.name, event })))
		.sort((one, other) => Date.parse(other.event.time) - Date.parse(one.event.time))
		.slice(0, MOST_EVENTS);
}

export function renderCalls(state) {
	const failures = state.nodes.map((node) => node.calls.lastFailure && `${node.name}: ${node.calls.lastFailure}`);
	text('succeeded', total(state.nodes, 'succeeded'));
	text('failed', total(state.nodes, 'failed'));
	text('login-required', total(state.nodes, 'loginRequired'));
	text('logins', state.logins.toLocaleString());
	text('last-failure', failures.filter(Boolean).join(' ') || 'none');
	text('verdict', verdict(state.refreshPoints));
	renderLanes(state.nodes.map((node) => node.name),
		state.refreshPoints.map((point) => ({ ...point, wrong: isWrong(point) })), state.time);
	list('refreshes', state.refreshPoints.slice(-MOST_REFRESHES).reverse(), refreshRow);
	list('events', events(state.nodes), eventItem);
}
