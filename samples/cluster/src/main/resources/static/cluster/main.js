// Asks the launcher for the state of everything, and calls the platform as the user.
import { callAsUser } from './user.js';
import { text } from './dom.js';
import { renderCalls } from './calls.js';
import { renderProcesses } from './processes.js';

const PAUSE = 500;

const pause = () => new Promise((resolve) => {
	setTimeout(resolve, PAUSE);
});

async function showState() {
	try {
		const response = await fetch('cluster/state');
		const state = await response.json();
		renderProcesses(state);
		renderCalls(state);
		text('live', 'Live');
	}
	catch {
		text('live', 'The launcher does not respond');
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
