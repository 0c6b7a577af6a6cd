// Small helpers that touch the document only where something has changed.
export const byId = (id) => document.getElementById(id);

export function text(target, value) {
	const element = (typeof target === 'string') ? byId(target) : target;
	if (element.textContent !== value) {
		element.textContent = value;
	}
}

export function element(name, properties, ...children) {
	const created = Object.assign(document.createElement(name), properties);
	created.append(...children);
	return created;
}

const shown = new Map();

// Replaces the children of an element if the data that they show is new.
export function list(id, data, toElement) {
	const key = JSON.stringify(data);
	if (shown.get(id) !== key) {
		shown.set(id, key);
		byId(id).replaceChildren(...data.map(toElement));
	}
}

const clock = new Intl.DateTimeFormat(undefined,
	{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 1, hourCycle: 'h23' });

export function time(instant) {
	return element('time', { dateTime: instant, textContent: clock.format(Date.parse(instant)) });
}
