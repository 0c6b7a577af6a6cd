// Small helpers that touch the document only where something has changed.
export const byId = (id) => document.getElementById(id);

export function text(id, value) {
	const element = byId(id);
	if (element.textContent !== value) {
		element.textContent = value;
	}
}

export function trouble(id, value) {
	byId(id).hidden = !value;
	text(id, value ?? '');
}

export function element(name, className, content) {
	const created = document.createElement(name);
	created.className = className;
	created.textContent = content;
	return created;
}

const shown = new Map();

// Replaces the children of a list if the data that they show is new.
export function list(id, data, toElement) {
	const key = JSON.stringify(data);
	if (shown.get(id) !== key) {
		shown.set(id, key);
		byId(id).replaceChildren(...data.map(toElement));
	}
}
