// The buttons: what the local platform does.
import { byId, text } from '../dom.js';

const MEANINGS = {
	NONE: 'The platform works.',
	SLOW: 'The token endpoint takes three seconds. Calls use the token that is held; look at the latency of flights.',
	TOKENS_FAIL: 'The token endpoint fails, discovery does not. Calls are served until the token expires.',
	CLIENT_REFUSED: 'The token endpoint refuses the secret. The next attempt is five minutes later; restart the application to see it recover sooner.',
	CALLS_REFUSED: 'The API refuses every token. Each call is retried with a new one, until the starter slows down.',
	DISCOVERY_FAILS: 'WebFinger and the configuration fail: what is held stays in use.',
	STOPPED: 'The platform is down. Calls fail at once, and "Works" starts it again.',
	STARTING: 'The platform is starting …'
};

const buttons = [...byId('faults').querySelectorAll('button')];

function render({ localPlatform, fault }) {
	byId('faults').hidden = !localPlatform;
	if (!localPlatform) {
		text('result', 'The platform is not the sample\'s own, and cannot be told to fail.');
		return;
	}
	const state = fault ?? localPlatform;
	buttons.forEach((button) => {
		const pressed = button.dataset.fault === state || (button.dataset.switch === 'stop' && state === 'STOPPED');
		button.setAttribute('aria-pressed', String(pressed));
		button.disabled = state === 'STARTING' || (state === 'STOPPED' && button.dataset.fault !== 'NONE');
	});
	text('result', MEANINGS[state] ?? state);
}

async function post(path) {
	const response = await fetch(path, { method: 'POST' });
	if (!response.ok) {
		throw new Error(`The application responded with ${response.status}; its console says why.`);
	}
}

async function press({ dataset }) {
	try {
		if (dataset.switch) {
			await post(`local-platform/${dataset.switch}`);
		}
		else {
			await post('local-platform/start');
			await post(`operations/fault/${dataset.fault}`);
		}
		await readFault();
	}
	catch (failure) {
		text('result', failure.message);
	}
}

buttons.forEach((button) => button.addEventListener('click', () => press(button)));

export async function readFault() {
	const response = await fetch('operations/fault');
	if (response.ok) {
		render(await response.json());
	}
}
