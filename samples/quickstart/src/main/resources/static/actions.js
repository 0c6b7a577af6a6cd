// The buttons, and whether the stream of snapshots is there.
import { byId, text } from './dom.js';

const SWITCH = {
	RUNNING: ['Stop the local platform', 'stop', 'Stopping the local platform …',
		'The local platform is stopped: calls fail, a valid token is kept. Start it again.'],
	STARTING: ['Starting …', null],
	STOPPED: ['Start the local platform', 'start', 'Starting the local platform …',
		'The local platform is back. It has forgotten all tokens: one renewal serves everybody.']
};

const platformSwitch = byId('platform-switch');

export function announceConnection(view) {
	byId('live').dataset.live = (view.localPlatform ?? 'RUNNING') === 'RUNNING' ? 'true' : 'away';
	text('live', view.localPlatform ? `Live · local platform ${view.localPlatform.toLowerCase()}` : 'Live');
	byId('call-1').disabled = byId('call-1').dataset.busy === 'true';
	byId('call-100').disabled = byId('call-100').dataset.busy === 'true';
	platformSwitch.hidden = !view.localPlatform;
	if (view.localPlatform) {
		const [label, action] = SWITCH[view.localPlatform];
		platformSwitch.dataset.state = view.localPlatform;
		platformSwitch.disabled = !action || platformSwitch.dataset.busy === 'true';
		text('platform-switch', label);
	}
}

export function announceLoss() {
	byId('live').dataset.live = 'false';
	text('live', 'The quickstart does not respond');
	document.querySelectorAll('button').forEach((button) => {
		button.disabled = true;
	});
}

async function press(button, path) {
	button.dataset.busy = 'true';
	button.disabled = true;
	try {
		const response = await fetch(path, { method: 'POST' });
		if (!response.ok) {
			throw new Error(`The quickstart responded with ${response.status}; its console says why.`);
		}
		return (response.status === 204) ? null : await response.json();
	}
	finally {
		button.dataset.busy = 'false';
		button.disabled = false;
	}
}

async function showResult(work) {
	try {
		text('result', await work());
	}
	catch (failure) {
		text('result', failure.message);
	}
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

document.querySelectorAll('button[data-calls]').forEach((button) => {
	button.addEventListener('click', () => showResult(async () => {
		const batch = await press(button, `calls?count=${button.dataset.calls}`);
		return `${count(batch.calls, 'call')}, ${count(batch.succeeded, 'response')} in ${batch.millis} ms, `
			+ `${count(batch.tokenRequests, 'token request')}.`;
	}));
});

platformSwitch.addEventListener('click', () => showResult(async () => {
	const [, action, doing, done] = SWITCH[platformSwitch.dataset.state];
	text('result', doing);
	await press(platformSwitch, `local-platform/${action}`);
	return done;
}));
