// The health of the platform's clients, and what fails.
import { byId, element, list, text } from '../dom.js';
import { until } from '../moment.js';

export async function readHealth() {
	const response = await fetch('actuator/health/platform');
	const health = await response.json();
	const clients = Object.entries(health.components.clients.components);
	byId('health').dataset.state = health.status;
	text('health', health.status);
	list('failures', clients.flatMap(([client, { details }]) => messages(client, details)), (message) => element('li', '', message));
}

export function loseHealth() {
	byId('health').dataset.state = 'DOWN';
	text('health', 'DOWN');
	list('failures', ['The application does not respond.'], (message) => element('li', '', message));
}

function messages(client, details) {
	const failures = details.failures ?? [];
	if (failures.length === 0) {
		return [`Client ${client}: no failure; the token is ${details.token}.`];
	}
	return failures.map((failure) => `Client ${client}: ${failure.what} fails (${failure.cause})${nextAttempt(failure)}; the token is ${details.token}.`);
}

function nextAttempt({ nextAttempt: time }) {
	return (time && Date.parse(time) > Date.now()) ? `, next attempt ${until(time, Date.now())}` : '';
}
