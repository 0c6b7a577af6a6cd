// The page: three buttons, and what they lead to.
import { loadConfiguration } from './configuration.js';
import { attempt, byId, element, show, text } from './dom.js';
import { showServerView } from './server.js';
import { Tokens } from './tokens.js';

const fragment = globalThis.takeAuthorizationResponse();

showServerView();

attempt(async () => {
	const configuration = await loadConfiguration();
	const tokens = new Tokens(configuration);
	let calls = 0;

	// a login is offered while there is none, and a logout while there is one
	function update() {
		show('browser-view', tokens.active);
		show('log-in', !tokens.active);
		show('anonymous', !tokens.active && configuration.flow === 'implicit');
		show('log-out', Boolean(configuration.oidcProvider.end_session_endpoint));
	}

	async function call() {
		const { items } = await tokens.call('videos?limit=100');
		calls += 1;
		text('calls', String(calls));
		byId('valid-until').dataset.instant = tokens.validUntil.toISOString();
		text('valid-until', tokens.validUntil.toLocaleTimeString());
		byId('browser-videos').replaceChildren(...items.map(({ title }) => element('li', title)));
	}

	function offer(id, flow) {
		byId(id).disabled = false;
		byId(id).addEventListener('click', () => attempt(() => tokens.logIn(flow)));
	}

	// a code with PKCE is always possible, the implicit grant only where it is configured
	offer('log-in', 'standard');
	if (configuration.flow === 'implicit') {
		offer('anonymous', 'implicit');
	}
	byId('call').addEventListener('click', () => attempt(() => call().finally(update)));
	byId('log-out').addEventListener('click', () => attempt(() => tokens.logOut()));

	await tokens.resume(fragment).finally(update);
	if (tokens.active) {
		text('subject', tokens.subject);
		text('issuer', configuration.oidcProvider.issuer);
		await call().finally(update);
	}
});
