// Removes the response of the provider from the URL before anything else is loaded, and returns it once.
(() => {
	let fragment = location.hash.slice(1);
	if (fragment.includes('=')) {
		history.replaceState(null, '', location.pathname + location.search);
	}
	else {
		fragment = '';
	}
	globalThis.takeAuthorizationResponse = () => {
		const taken = fragment;
		fragment = '';
		return taken;
	};
})();
