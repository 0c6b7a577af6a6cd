// Reads the meters each second and draws them.
import { byId, text } from '../dom.js';
import { readFault } from './faults.js';
import { loseHealth, readHealth } from './health.js';
import { gauge, Growth, isCall, largest, parse, sum } from './meters.js';
import { Plot } from './plot.js';

const PERIOD = 1000;
const plots = byId('plots');

const succeeded = (labels) => labels.outcome === 'SUCCESS';
const inDoubt = (labels) => labels.outcome === 'IN_DOUBT';
const failed = (labels) => !succeeded(labels) && !inDoubt(labels);
const lost = (labels) => labels.outcome === 'FAILED';
const received = (labels) => !lost(labels);

const perSecond = () => grown(5_000, 1 / 5);
const lastMinute = () => grown(60_000);

function grown(millis, factor = 1) {
	const growth = new Growth(millis);
	return (name, matches) => (samples, time) => growth.push(time, sum(samples, name, matches)) * factor;
}

function mean(timer, matches) {
	const [total, count] = [perSecond()(`${timer}_sum`, matches), perSecond()(`${timer}_count`, matches)];
	return (samples, time) => total(samples, time) / count(samples, time) * 1000 || NaN;
}

const slowest = (timer, matches) => (samples) => largest(samples, `${timer}_max`, matches) * 1000;

const [CALL, FLIGHT, REQUEST, DISCOVERY] = ['http_client_requests_seconds', 'platform_token_flight_seconds',
	'platform_token_request_seconds', 'platform_discovery_seconds'];

const DRAWN = [
	[{ title: 'Calls', unit: 'per second', least: 5 }, {
		'succeeded': perSecond()(`${CALL}_count`, (labels) => isCall(labels) && succeeded(labels)),
		'failed': perSecond()(`${CALL}_count`, (labels) => isCall(labels) && !succeeded(labels))
	}],
	[{ title: 'Latency', unit: 'milliseconds, logarithmic', logarithmic: true, least: 100 }, {
		'mean of calls that succeeded': mean(CALL, (labels) => isCall(labels) && succeeded(labels)),
		'slowest call': slowest(CALL, isCall),
		'slowest flight': slowest(FLIGHT)
	}],
	[{ title: 'Token requests', unit: 'in the last minute', least: 5 }, {
		'succeeded': lastMinute()(`${REQUEST}_count`, succeeded),
		'failed': lastMinute()(`${REQUEST}_count`, failed),
		'in doubt': lastMinute()(`${REQUEST}_count`, inDoubt)
	}],
	[{ title: 'Seconds to expiry', unit: 'seconds', least: 20 }, {
		'the application\'s token': (samples) => gauge(samples, 'platform_token_expiry_seconds')
	}],
	[{ title: 'Discovery', unit: 'requests in the last minute', least: 5 }, {
		'received or confirmed': lastMinute()(`${DISCOVERY}_count`, received),
		'failed': lastMinute()(`${DISCOVERY}_count`, lost)
	}],
	[{ title: 'Failures', unit: 'flights in a row; retries in the last minute', least: 5 }, {
		'retries after a 401': lastMinute()('platform_calls_retried_total'),
		'flights without a token': (samples) => gauge(samples, 'platform_token_failures')
	}]
].map(([options, series]) => ({ plot: new Plot(plots, { ...options, series: Object.keys(series) }), series: Object.values(series) }));

function draw(samples, time) {
	DRAWN.forEach(({ plot, series }) => plot.push(time, series.map((value) => value(samples, time))));
}

let last = 0;

// At first all that the server has kept, then what is new.
async function read() {
	const response = await fetch(`operations/meters?after=${last}`);
	if (!response.ok) {
		throw new Error(`The application responded with ${response.status}.`);
	}
	(await response.json()).forEach(({ time, meters }) => {
		last = Date.parse(time);
		draw(parse(meters), last);
	});
	await Promise.all([readHealth(), readFault()]);
}

function announce(live, message) {
	byId('live').dataset.live = String(live);
	text('live', message);
}

async function readAgain() {
	try {
		await read();
		announce(true, 'Live');
	}
	catch (failure) {
		DRAWN.forEach(({ plot, series }) => plot.push(Date.now(), series.map(() => NaN)));
		loseHealth();
		announce(false, `The application does not respond: ${failure.message}`);
	}
	setTimeout(readAgain, PERIOD);
}

readAgain();
