// Takes the stream of snapshots and lets the page follow it.
import { announceConnection, announceLoss } from './actions.js';
import { Moment } from './moment.js';
import { renderDiscovery } from './discovery.js';
import { renderToken } from './token.js';
import { renderCalls, renderEvents } from './calls.js';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const moment = new Moment();
let view = null;

function renderMoving() {
	if (view) {
		const now = moment.now();
		renderToken(view.platform.token, now);
		renderDiscovery(view.platform, now);
	}
}

function render(next) {
	view = next;
	moment.set(view.platform.time);
	announceConnection(view);
	renderCalls(view, moment.now());
	renderEvents(view.platform.events);
	renderMoving();
}

function frame() {
	renderMoving();
	requestAnimationFrame(frame);
}

const stream = new EventSource('events');
stream.onmessage = (message) => render(JSON.parse(message.data));
stream.onerror = () => announceLoss();

if (!reducedMotion.matches) {
	requestAnimationFrame(frame);
}
