// Tokens in this page, in its memory alone, by Keycloak's adapter.
import './keycloak-js/keycloak.js';
import { refuseIdToken, refuseResponse } from './checks.js';

// The adapter is no module in this form.
const { Keycloak } = globalThis;

// What the page has to know when it comes back from the provider. It holds no token.
const REQUEST = 'authorization-request';
const FLOW = 'flow';

// Seconds for which a token has to be good to be sent.
const LEAST_VALIDITY = 5;

// In two cases the adapter gives none.
const WITHOUT_REASON = 'Invalid nonce, or the provider refused the code.';

export class Tokens {
	#configuration;
	#keycloak;
	// whether a call has succeeded with the token; another would not help where none is ever accepted
	#proven = false;

	constructor(configuration) {
		this.#configuration = configuration;
	}

	// Continues with the response in the fragment, or where this tab was before it was reloaded.
	async resume(fragment) {
		const request = JSON.parse(sessionStorage.getItem(REQUEST));
		const flow = sessionStorage.getItem(FLOW);
		sessionStorage.removeItem(REQUEST);
		if (fragment) {
			sessionStorage.removeItem(FLOW);
			await this.#accept(fragment, request);
		}
		else if (flow) {
			sessionStorage.removeItem(FLOW);
			await this.#go(flow, 'none');
		}
	}

	get active() {
		return Boolean(this.#keycloak?.authenticated);
	}

	get subject() {
		return this.#keycloak.idTokenParsed.sub;
	}

	get validUntil() {
		return new Date((this.#keycloak.tokenParsed.exp + this.#keycloak.timeSkew) * 1000);
	}

	logIn(flow) {
		return this.#go(flow);
	}

	// Ends the session at the provider. As a form, because the address of a page holds no token; and by this page,
	// because the adapter sends it behind the page, where other sites' cookies may be blocked.
	logOut() {
		sessionStorage.removeItem(FLOW);
		const { oidcProvider, clientId } = this.#configuration;
		if (!oidcProvider.end_session_endpoint) {
			throw new Error('The provider offers no logout. Close the browser to end your login.');
		}
		submit(oidcProvider.end_session_endpoint, {
			id_token_hint: this.#keycloak.idToken,
			client_id: clientId,
			post_logout_redirect_uri: pageUrl()
		});
	}

	// Calls the API. A refused token is renewed once; where there is no refresh token, by going to the provider.
	async call(path) {
		let response = await this.#send(path, await this.#token(LEAST_VALIDITY));
		if (response.status === 401 && this.#proven) {
			this.#proven = false;
			response = await this.#send(path, await this.#token(-1));
		}
		if (!response.ok) {
			throw new Error(`The API responded with ${response.status}.`);
		}
		this.#proven = true;
		return response.json();
	}

	#send(path, token) {
		return fetch(new URL(path, this.#configuration.apiBaseUrl), {
			headers: { Authorization: `Bearer ${token}` },
			cache: 'no-store',
			credentials: 'omit',
			redirect: 'error',
			referrerPolicy: 'no-referrer'
		});
	}

	async #token(validity) {
		const keycloak = this.#keycloak;
		if (!keycloak.refreshToken) {
			if (validity < 0 || this.validUntil - Date.now() < validity * 1000) {
				await this.#go(keycloak.flow, 'none');
			}
			return keycloak.token;
		}
		try {
			await keycloak.updateToken(validity);
		}
		catch (failure) {
			// the adapter drops tokens that the provider has refused, and keeps them while there is no response
			if (keycloak.authenticated) {
				throw new Error('The identity provider does not respond at the moment. Try again.', { cause: failure });
			}
			sessionStorage.removeItem(FLOW);
			throw new Error('Your login has ended. Log in again.', { cause: failure });
		}
		return keycloak.token;
	}

	async #go(flow, prompt) {
		const keycloak = this.#adapter();
		await this.#start(keycloak, flow);
		const url = await keycloak.createLoginUrl({ prompt });
		const state = new URL(url).searchParams.get('state');
		const { issuer } = this.#configuration.oidcProvider;
		sessionStorage.setItem(REQUEST, JSON.stringify({ flow, prompt, state, issuer }));
		location.assign(url);
		return new Promise(() => {});
	}

	async #accept(fragment, request) {
		const { oidcProvider, clientId } = this.#configuration;
		const refusal = await refuseResponse(fragment, request, oidcProvider);
		if (refusal) {
			throw new Error(`A response of the provider was refused: ${refusal}.`);
		}
		const keycloak = this.#adapter();
		// the adapter reads the address, and cleans it before this task ends
		history.replaceState(null, '', `#${fragment}`);
		try {
			await this.#start(keycloak, request.flow);
		}
		catch (failure) {
			throw new Error(`You are not logged in: ${failure?.error ?? failure?.message ?? WITHOUT_REASON}`, { cause: failure });
		}
		finally {
			// what the adapter does not know it leaves there
			history.replaceState(null, '', location.pathname + location.search);
		}
		if (keycloak.authenticated) {
			const refusalOfToken = refuseIdToken(keycloak.idTokenParsed, clientId, oidcProvider);
			if (refusalOfToken) {
				throw new Error(`A response of the provider was refused: ${refusalOfToken}.`);
			}
			this.#keycloak = keycloak;
			sessionStorage.setItem(FLOW, request.flow);
		}
	}

	#adapter() {
		const { oidcProvider, clientId } = this.#configuration;
		return new Keycloak({ oidcProvider, clientId });
	}

	#start(keycloak, flow) {
		return keycloak.init({
			flow,
			scope: this.#configuration.scope,
			responseMode: 'fragment',
			redirectUri: pageUrl(),
			pkceMethod: (flow === 'standard') && 'S256',
			// other sites' cookies are blocked in more and more browsers
			checkLoginIframe: false
		});
	}
}

function pageUrl() {
	return new URL('.', document.baseURI).href;
}

function submit(url, fields) {
	const form = document.createElement('form');
	form.method = 'post';
	form.action = url;
	for (const [name, value] of Object.entries(fields)) {
		const input = document.createElement('input');
		input.type = 'hidden';
		input.name = name;
		input.value = value;
		form.append(input);
	}
	document.body.append(form);
	form.submit();
}
