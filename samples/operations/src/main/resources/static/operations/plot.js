// A plot of a few series over the last minutes, as SVG, with its title, unit and legend.
const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 170, 44, 20];
const [RIGHT, TOP] = [WIDTH - 6, 8];

function svg(name, attributes, content = '') {
	const created = document.createElementNS(SVG, name);
	Object.entries(attributes).forEach(([key, value]) => created.setAttribute(key, String(value)));
	created.textContent = content;
	return created;
}

function html(name, className, ...children) {
	const created = document.createElement(name);
	created.className = className;
	created.append(...children);
	return created;
}

const shown = (value) => Number.isFinite(value) ? value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 }) : 'none';

const LEAST_SPAN = 30_000;

const ago = (span) => (span < 120_000) ? `${Math.round(span / 1000)} seconds` : `${Math.round(span / 60_000)} minutes`;

export class Plot {

	#points = [];
	#outputs;
	#picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });

	constructor(parent, { title, unit, series, minutes = 5, logarithmic = false, least = 1 }) {
		Object.assign(this, { title, unit, series, minutes, logarithmic, least });
		this.#outputs = series.map(() => document.createElement('output'));
		parent.append(html('figure', 'card', html('figcaption', 'head', html('h2', '', title), html('span', 'unit', unit)),
			this.#picture, html('div', 'legend', ...series.map((name, index) => this.#legend(name, index)))));
	}

	#legend(name, index) {
		const swatch = svg('svg', { viewBox: '0 0 28 8', 'aria-hidden': 'true' });
		swatch.append(svg('path', { d: 'M0 4H28', class: 'line' }));
		return html('span', `series-${index}`, swatch, html('span', 'name', name), this.#outputs[index]);
	}

	// Values in the order of the series; NaN leaves a gap.
	push(time, values) {
		this.#points.push({ time, values });
		while (this.#points[0].time < time - this.minutes * 60_000) {
			this.#points.shift();
		}
		values.forEach((value, index) => {
			this.#outputs[index].textContent = shown(value);
		});
		this.#draw(time);
	}

	#draw(now) {
		const ticks = this.#ticks();
		const y = this.#scale(ticks.at(-1));
		// The axis grows with what is known, up to the minutes that are kept
		const span = Math.max(now - this.#points[0].time, LEAST_SPAN);
		const x = (time) => RIGHT - (now - time) / span * (RIGHT - LEFT);
		const lines = this.series.map((name, index) => svg('path', { class: `line series-${index}`, d: this.#path(index, x, y) }));
		this.#picture.replaceChildren(...ticks.flatMap((tick) => [
			svg('path', { class: 'grid', d: `M${LEFT} ${y(tick)}H${RIGHT}` }),
			svg('text', { class: 'tick', x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, shown(tick))
		]), svg('text', { class: 'tick', x: LEFT, y: HEIGHT - 4 }, `${ago(span)} ago`),
		svg('text', { class: 'tick', x: RIGHT, y: HEIGHT - 4, 'text-anchor': 'end' }, 'now'), ...lines);
		const latest = this.series.map((name, index) => `${name} ${this.#outputs[index].textContent}`);
		this.#picture.setAttribute('aria-label', `${this.title}, ${this.unit}, now: ${latest.join(', ')}`);
	}

	#ticks() {
		const most = Math.max(this.least, ...this.#points.flatMap((point) => point.values).filter(Number.isFinite));
		if (this.logarithmic) {
			return Array.from({ length: Math.max(Math.ceil(Math.log10(most)), 1) + 1 }, (_, exponent) => 10 ** exponent);
		}
		const size = 10 ** Math.floor(Math.log10(most));
		const top = [1, 2, 5, 10].find((factor) => factor * size >= most) * size;
		return [0, top / 2, top];
	}

	#scale(top) {
		const share = this.logarithmic ? (value) => Math.log10(Math.max(value, 1)) / Math.log10(top) : (value) => Math.max(value, 0) / top;
		return (value) => HEIGHT - BOTTOM - share(value) * (HEIGHT - BOTTOM - TOP);
	}

	#path(index, x, y) {
		let pen = 'M';
		return this.#points.map(({ time, values }) => {
			if (!Number.isFinite(values[index])) {
				pen = 'M';
				return '';
			}
			const step = `${pen}${x(time).toFixed(1)} ${y(values[index]).toFixed(1)}`;
			pen = 'L';
			return step;
		}).join('');
	}

}
