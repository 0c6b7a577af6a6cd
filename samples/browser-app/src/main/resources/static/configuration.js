// What the server has discovered: no address of the provider is written down in this page.
export async function loadConfiguration() {
	const response = await fetch('platform/client.json', { headers: { Accept: 'application/json' } });
	if (!response.ok) {
		const problem = await response.json().catch(() => ({}));
		throw new Error(`The provider is not known at the moment. ${problem.detail ?? `Status ${response.status}`}`);
	}
	return response.json();
}
