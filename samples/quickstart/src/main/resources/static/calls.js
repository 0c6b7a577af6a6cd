// The calls, what the last of them brought, and the events.
import { byId, element, list, text, trouble } from './dom.js';
import { span, timeOf } from './moment.js';

const MOST_EVENTS = 12;

export function renderCalls(view, now) {
	const { platform, calls } = view;
	text('calls', platform.calls.toLocaleString());
	text('retries', platform.retries.toLocaleString());
	trouble('videos-error', calls.error && `The last call failed: ${calls.error}`);
	byId('videos').classList.toggle('old', Boolean(calls.error));
	list('videos', calls.videos, videoElement);
	text('videos-total', calls.respondedAt ? `${calls.videos.length} of ${calls.total}` : '');
	text('videos-time', calls.respondedAt ? `Last response ${ago(calls.respondedAt, now)}.` : 'No response yet.');
}

function ago(instant, now) {
	const passed = now - Date.parse(instant);
	return (passed < 2000) ? 'just now' : `${span(passed)} ago`;
}

function videoElement(video, index) {
	const item = document.createElement('li');
	const picture = element('div', 'picture', '');
	picture.dataset.pattern = String(index % 4);
	picture.setAttribute('aria-hidden', 'true');
	item.append(picture, element('strong', 'title', video.title), element('span', 'hint', video.collectionId));
	return item;
}

export function renderEvents(events) {
	list('events', events.slice(-MOST_EVENTS).reverse(), eventElement);
}

// What happened; the title has the times and the remedy, too.
function message(whole) {
	const created = element('span', 'message', whole.split(/(?<=[.;]) /, 1)[0]);
	created.title = whole;
	return created;
}

function eventElement(event) {
	const item = document.createElement('li');
	item.dataset.level = event.level;
	const time = element('time', 'hint', timeOf(event.time));
	time.dateTime = event.time;
	item.append(time, element('span', 'level', event.level.toLowerCase()), message(event.message));
	return item;
}
