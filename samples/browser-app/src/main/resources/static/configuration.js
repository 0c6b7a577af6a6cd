// What the server has discovered: no address of the provider is written down in this page.
const ATTEMPTS = 3;
const LONGEST_PAUSE = 5;

export async function loadConfiguration() {
	for (let attempt = 1; ; attempt += 1) {
		const response = await fetch('platform/client.json', { headers: { Accept: 'application/json' } });
		if (response.ok) {
			return response.json();
		}
		const pause = Number(response.headers.get('Retry-After'));
		if (response.status !== 503 || attempt === ATTEMPTS || !(pause <= LONGEST_PAUSE)) {
			const problem = await response.json().catch(() => ({}));
			throw new Error(problem.detail ?? `The server responded with ${response.status}.`);
		}
		await new Promise((resolve) => setTimeout(resolve, pause * 1000));
	}
}
