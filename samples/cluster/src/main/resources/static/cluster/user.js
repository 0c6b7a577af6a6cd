// The user of this page, whose requests go to one node after the other.
import { byId, text } from './dom.js';

const MOST_REQUESTS = 12;

const requests = [];

async function request() {
	try {
		const response = await fetch('videos', { headers: { Accept: 'application/json' } });
		return response.ok ? { ok: true, ...await response.json() } : { status: response.status };
	}
	catch {
		return { status: 'no response' };
	}
}

function describe(outcome) {
	if (outcome.ok) {
		return `You are logged in as ${outcome.user}.`;
	}
	return (outcome.status === 401) ? 'You are not logged in.' : 'It is not known at this moment who you are.';
}

// Makes one request and shows what came of it.
export async function callAsUser() {
	const outcome = await request();
	requests.unshift(outcome.node ?? String(outcome.status));
	requests.length = Math.min(requests.length, MOST_REQUESTS);
	text('user', describe(outcome));
	text('requests', requests.join(', '));
	byId('login').hidden = outcome.status !== 401;
	byId('logout').hidden = !outcome.ok;
}
