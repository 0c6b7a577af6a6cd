// The checks that the adapter leaves to the page: which request a response belongs to, whether its parts match.

// Returns what is wrong with a response in the fragment, or null. Called before the adapter reads it.
export async function refuseResponse(fragment, request, provider) {
	const parameters = new URLSearchParams(fragment);
	const names = [...parameters.keys()];
	const issuer = parameters.get('iss');
	if (new Set(names).size !== names.length) {
		return 'a parameter stands there twice';
	}
	if (!request || parameters.get('state') !== request.state) {
		return 'this page has not requested it';
	}
	// RFC 9207, section 2.4; the issuer may have changed while the person was away
	if (issuer ? issuer !== provider.issuer : provider.authorization_response_iss_parameter_supported) {
		return 'it comes from another issuer';
	}
	if (request.issuer !== provider.issuer) {
		return 'the platform has another issuer meanwhile';
	}
	if (request.flow === 'implicit' && !parameters.has('error')) {
		return refuseTokens(parameters);
	}
	return null;
}

// Returns what is wrong with an ID token whose nonce the adapter has compared, null if nothing is.
export function refuseIdToken(claims, clientId, provider) {
	if (!claims || claims.iss !== provider.issuer) {
		return 'the ID token is of another issuer';
	}
	if (![claims.aud].flat().includes(clientId) || (claims.azp && claims.azp !== clientId)) {
		return 'the ID token is for another application';
	}
	return null;
}

// OpenID Connect Core 1.0, section 3.2.2.9: with the implicit grant at_hash is not optional
async function refuseTokens(parameters) {
	const accessToken = parameters.get('access_token');
	const idToken = parameters.get('id_token');
	if (!accessToken || !idToken) {
		return 'a token is missing';
	}
	const { alg, at_hash: expected } = { ...part(idToken, 0), ...part(idToken, 1) };
	const digest = await crypto.subtle.digest(`SHA-${alg?.slice(-3)}`, new TextEncoder().encode(accessToken));
	const half = new Uint8Array(digest).slice(0, digest.byteLength / 2);
	return (expected === base64Url(half)) ? null : 'the two tokens do not belong together';
}

function part(token, index) {
	return JSON.parse(atob(token.split('.')[index].replaceAll('-', '+').replaceAll('_', '/')));
}

function base64Url(bytes) {
	return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
