// What was discovered, and for how long each document is kept.
import { byId, element, list, text } from './dom.js';
import { timeOf, until } from './moment.js';
import { nextAttempt } from './token.js';

export function renderDiscovery(platform, now) {
	const { documents, issuer, provider } = platform.discovery;
	text('base-url', platform.baseUrl);
	text('issuer', issuer ?? '–');
	text('token-endpoint', provider?.tokenEndpoint ?? '–');
	text('realm', provider?.realm ?? '–');
	list('documents', documents.map((entry) => entry.url), (url) => documentElement(url));
	documents.forEach((entry, index) => renderDocument(byId('documents').children[index], entry, now));
}

function documentElement(url) {
	const item = document.createElement('li');
	const bar = element('div', 'track thin', '');
	bar.append(element('div', 'fill', ''));
	bar.setAttribute('role', 'progressbar');
	bar.setAttribute('aria-valuemin', '0');
	bar.setAttribute('aria-valuemax', '100');
	const name = element('strong', 'name', '');
	name.id = `document-${url}`;
	bar.setAttribute('aria-labelledby', name.id);
	item.append(name, element('span', 'kept', ''), bar, element('span', 'url', url), element('p', 'trouble', ''));
	return item;
}

function renderDocument(item, entry, now) {
	const [name, kept, bar, , failure] = item.children;
	set(name, entry.step);
	set(kept, keptUntil(entry, now));
	const share = remaining(entry, now);
	bar.dataset.state = (share > 0) ? 'FRESH' : 'STALE';
	bar.setAttribute('aria-valuenow', String(Math.round(share * 100)));
	bar.setAttribute('aria-valuetext', keptUntil(entry, now));
	bar.firstElementChild.style.transform = `scaleX(${share})`;
	failure.hidden = !entry.lastFailure;
	set(failure, entry.lastFailure ? `${entry.lastFailure} – ${nextAttempt(entry.nextAttempt, now)}` : '');
}

function set(target, value) {
	if (target.textContent !== value) {
		target.textContent = value;
	}
}

function keptUntil(entry, now) {
	const requested = `requested ${entry.requests} ${entry.requests === 1 ? 'time' : 'times'}`;
	if (!entry.freshUntil) {
		return `not held; ${requested}`;
	}
	return Date.parse(entry.freshUntil) > now ? `fresh until ${timeOf(entry.freshUntil)}, ends ${until(entry.freshUntil, now)}; ${requested}`
		: `no longer fresh, used until it is read again; ${requested}`;
}

function remaining(entry, now) {
	if (!entry.freshUntil) {
		return 0;
	}
	const end = Date.parse(entry.freshUntil);
	return Math.min(Math.max((end - now) / (end - Date.parse(entry.fetchedAt)), 0), 1);
}
