// Takes what the provider has answered out of the address, before anything else is loaded. It is given away once.
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
