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

	// a code with PKCE is always possible, the implicit grant only where it was asked for
	offer('log-in', 'standard');
	if (configuration.flow === 'implicit') {
		offer('anonymous', 'implicit');
	}
	byId('call').addEventListener('click', () => attempt(call));
	byId('log-out').addEventListener('click', () => attempt(() => tokens.logOut()));

	await tokens.resume(fragment);
	if (tokens.active) {
		text('subject', tokens.subject);
		text('issuer', configuration.oidcProvider.issuer);
		show('browser-view', true);
		await call();
	}
});
