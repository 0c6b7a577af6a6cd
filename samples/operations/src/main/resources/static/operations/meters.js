// Reads the text format of Prometheus, and computes what is plotted.
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function parse(text) {
	return text.split('\n').filter((line) => line && !line.startsWith('#')).map(parseLine);
}

function parseLine(line) {
	const end = line.lastIndexOf(' ');
	const brace = line.indexOf('{');
	const labels = {};
	if (brace >= 0) {
		for (const [, name, value] of line.slice(brace, end).matchAll(LABEL)) {
			labels[name] = value;
		}
	}
	return { name: line.slice(0, brace >= 0 ? brace : end), labels, value: Number(line.slice(end + 1)) };
}

const every = () => true;

const values = (samples, name, matches) => samples
	.filter((sample) => sample.name === name && matches(sample.labels))
	.map((sample) => sample.value);

export const sum = (samples, name, matches = every) => values(samples, name, matches).reduce((a, b) => a + b, 0);

export const largest = (samples, name, matches = every) => Math.max(0, ...values(samples, name, matches));

export function gauge(samples, name) {
	const [value = NaN] = values(samples, name, every);
	return value;
}

// The starter's own requests have templates that begin so; all others are the application's calls.
export const isCall = ({ uri }) => !uri.startsWith('/{') && !uri.startsWith('/.well-known/');

// How much a counter has grown in the last milliseconds, at first in as many as are known.
export class Growth {

	#seen = [];

	constructor(millis) {
		this.millis = millis;
	}

	push(time, value) {
		this.#seen.push({ time, value });
		while (this.#seen.length > 2 && this.#seen[1].time <= time - this.millis) {
			this.#seen.shift();
		}
		return Math.max(value - this.#seen[0].value, 0);
	}

}
