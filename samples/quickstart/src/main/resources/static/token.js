// The token's age on a bar, between the moment it was obtained and its expiry.
import { byId, text, trouble } from './dom.js';
import { span, until } from './moment.js';

const STATES = {
	FRESH: ['fresh', 'Every call uses it. No request goes to the provider.'],
	STALE: ['stale', 'Calls still use it, without waiting; one refresh runs behind.'],
	EXPIRED: ['expired', 'There is nothing to send. Calls share one request for a new token.'],
	IN_DOUBT: ['in doubt', 'A refresh was sent, and there is no response. Calls use the token; the refresh is not repeated.'],
	NONE: ['none yet', 'No call has needed a token yet.']
};

export function renderToken(token, now) {
	const state = (token?.obtainedAt || token?.failures) ? token.state : 'NONE';
	byId('token-state').dataset.state = state;
	text('token-state', STATES[state][0]);
	text('token-meaning', STATES[state][1]);
	text('requests', (token?.requests ?? 0).toLocaleString());
	renderLife(token, state, now);
	trouble('token-trouble', failure(token, now));
}

function renderLife(token, state, now) {
	if (!token?.obtainedAt) {
		return;
	}
	const [start, refresh, end] = [token.obtainedAt, token.refreshAt, token.expiresAt].map((time) => Date.parse(time));
	const share = (time) => Math.min(Math.max((time - start) / (end - start), 0), 1);
	byId('token-track').dataset.state = state;
	byId('token-track').setAttribute('aria-valuenow', String(Math.round(share(now) * 100)));
	byId('token-track').setAttribute('aria-valuetext', `${STATES[state][0]}, expiry ${until(token.expiresAt, now)}`);
	byId('token-fill').style.transform = `scaleX(${share(now)})`;
	byId('token-mark').style.left = `${share(refresh) * 100}%`;
	byId('token-mark-label').style.left = `${share(refresh) * 100}%`;
	text('token-age', span(now - start));
	text('token-refresh', until(token.refreshAt, now));
	text('token-expiry', until(token.expiresAt, now));
	text('token-refreshable', refreshToken(token, now));
}

function refreshToken(token, now) {
	if (!token.refreshable) {
		return 'none';
	}
	return token.refreshTokenExpiresAt ? `held, ends ${until(token.refreshTokenExpiresAt, now)}` : 'held';
}

function failure(token, now) {
	if (!token?.lastFailure) {
		return null;
	}
	return `${token.lastFailure} – ${nextAttempt(token.nextAttempt, now)}`;
}

export function nextAttempt(instant, now) {
	return (instant && Date.parse(instant) > now) ? `next attempt ${until(instant, now)}` : 'the next call tries again';
}
