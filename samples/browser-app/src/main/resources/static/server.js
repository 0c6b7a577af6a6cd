// The third way: this server calls the platform, and the page has no token.
import { attempt, byId, element, show, text } from './dom.js';

const csrf = document.querySelector('meta[name=csrf]');

export function showServerView() {
	if (byId('server-view')) {
		byId('server-call').addEventListener('click', () => attempt(listVideos));
		byId('upload').addEventListener('submit', (event) => {
			event.preventDefault();
			attempt(upload);
		});
		attempt(async () => {
			await listCollections();
			await listVideos();
		});
	}
}

// A path is below this page; the token against forged requests goes into a header, so that bodies may be of any size
async function call(path, options = {}) {
	const response = await fetch(path, {
		...options,
		headers: { Accept: 'application/json', [csrf.dataset.header]: csrf.content, ...options.headers }
	});
	if (response.status === 401) {
		show('server-view', false);
		show('server', true);
		throw new Error('Your login at the server has ended. Log in there again.');
	}
	if (!response.ok) {
		const problem = await response.json().catch(() => ({}));
		throw new Error(problem.detail ?? `The server responded with ${response.status}.`);
	}
	return response;
}

const content = (video) => `server/videos/${encodeURIComponent(video.id)}/content`;

async function listVideos() {
	const videos = await (await call('server/videos')).json();
	byId('server-videos').replaceChildren(...videos.map(item));
}

async function listCollections() {
	const collections = await (await call('server/collections')).json();
	byId('collection').replaceChildren(...collections.map(({ id, title }) => new Option(title, id)));
}

function item(video) {
	const play = element('button', 'Play');
	const download = element('a', video.title);
	play.type = 'button';
	play.className = 'quiet';
	play.addEventListener('click', () => start(video));
	download.href = content(video);
	download.download = video.title;
	return element('li', download, play);
}

function start(video) {
	const player = byId('player');
	player.src = content(video);
	show('player', true);
	attempt(() => player.play());
}

async function upload() {
	const file = byId('file').files[0];
	text('uploaded', 'Uploading');
	try {
		const created = await call('server/videos', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ title: byId('title').value, collectionId: byId('collection').value })
		});
		await call(content(await created.json()), {
			method: 'PUT',
			headers: { 'Content-Type': file.type || 'application/octet-stream' },
			body: file
		});
		text('uploaded', 'Your video is at the platform.');
	}
	catch (failure) {
		text('uploaded', '');
		throw failure;
	}
	await listVideos();
}
