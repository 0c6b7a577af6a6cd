// The nodes and Redis, and the buttons that stop and start them.
import { byId, element, text } from './dom.js';

const STATES = {
	STOPPED: 'stopped',
	STARTING: 'starting …',
	RUNNING: 'running',
	PAUSED: 'paused'
};

const ACTIONS = {
	kill: ['Kill', 'is killed. It starts again by itself.'],
	pause: ['Pause', 'is paused: its connections stay, and nothing runs.'],
	resume: ['Continue', 'runs again.'],
	start: ['Start', 'is started.']
};

const POSSIBLE = {
	STOPPED: ['start'],
	STARTING: ['kill'],
	RUNNING: ['kill', 'pause'],
	PAUSED: ['kill', 'resume']
};

async function press(path, done) {
	try {
		const response = await fetch(path, { method: 'POST' });
		text('result', response.ok ? done : `That was not possible (${response.status}).`);
	}
	catch {
		text('result', 'The launcher does not respond.');
	}
}

function nodeCard(name) {
	const buttons = Object.entries(ACTIONS).map(([action, [label, done]]) => {
		const button = element('button', { type: 'button', className: 'quiet', textContent: label });
		button.dataset.action = action;
		button.setAttribute('aria-label', `${label} ${name}`);
		button.addEventListener('click', () => press(`cluster/nodes/${name}/${action}`, `${name} ${done}`));
		return button;
	});
	const card = element('div', { className: 'card process', id: name },
		element('h3', { textContent: name }), element('p', { className: 'state' }),
		element('div', { className: 'buttons' }, ...buttons), element('p', { className: 'hint' }));
	byId('starting')?.remove();
	byId('nodes').append(card);
	return card;
}

function renderNode(node) {
	const card = byId(node.name) ?? nodeCard(node.name);
	const away = node.state === 'RUNNING' && !node.reachable;
	card.dataset.state = away ? 'AWAY' : node.state;
	text(card.querySelector('.state'), STATES[node.state] + (away ? ', does not respond' : ''));
	text(card.querySelector('.hint'), `${node.calls.succeeded.toLocaleString()} calls succeeded, `
		+ `${(node.calls.failed + node.calls.loginRequired).toLocaleString()} did not`
		+ (node.pid ? ` · process ${node.pid}` : ''));
	card.querySelectorAll('button').forEach((button) => {
		button.hidden = !POSSIBLE[node.state].includes(button.dataset.action);
	});
}

const redisSwitch = byId('redis-switch');

redisSwitch.addEventListener('click', () => {
	const action = redisSwitch.dataset.action;
	press(`cluster/redis/${action}`, (action === 'stop') ? 'Redis is stopped.' : 'Redis is started.');
});

function renderRedis(running) {
	text('redis', running ? 'running' : 'stopped');
	byId('redis').parentElement.dataset.state = running ? 'RUNNING' : 'STOPPED';
	redisSwitch.dataset.action = running ? 'stop' : 'start';
	redisSwitch.disabled = false;
	text(redisSwitch, running ? 'Stop Redis' : 'Start Redis');
}

export function renderProcesses(state) {
	state.nodes.forEach(renderNode);
	renderRedis(state.redis);
}
