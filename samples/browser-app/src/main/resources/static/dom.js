// Small helpers that touch the document.
export const byId = (id) => document.getElementById(id);

export function text(id, value) {
	byId(id).textContent = value;
}

export function show(id, shown) {
	byId(id).hidden = !shown;
}

export function problem(message) {
	text('problem', message ?? '');
	show('problem', Boolean(message));
}

export function element(name, content, ...children) {
	const created = document.createElement(name);
	created.append(content, ...children);
	return created;
}

// Runs a button's action, and shows the user what went wrong.
export async function attempt(action) {
	problem(null);
	try {
		await action();
	}
	catch (failure) {
		problem(failure.message);
	}
}
