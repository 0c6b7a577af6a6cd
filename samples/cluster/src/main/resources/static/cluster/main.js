// Asks the launcher for the state of everything, and calls the platform as the user.
import { callAsUser } from './user.js';
import { byId, text } from './dom.js';
import { renderCalls } from './calls.js';
import { renderProcesses } from './processes.js';

const PAUSE = 500;

const pause = () => new Promise((resolve) => {
	setTimeout(resolve, PAUSE);
});

function announce(live, message) {
	byId('live').dataset.live = String(live);
	text('live', message);
}

async function showState() {
	try {
		const response = await fetch('cluster/state');
		const state = await response.json();
		renderProcesses(state);
		renderCalls(state);
		announce(true, 'Live');
	}
	catch {
		announce(false, 'The launcher does not respond');
	}
}

async function repeat(work) {
	for (;;) {
		await work();
		await pause();
	}
}

repeat(showState);
repeat(callAsUser);
