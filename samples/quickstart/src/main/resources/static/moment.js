// The engine's time, carried on by the browser's between two snapshots.
export class Moment {

	#engine = 0;
	#local = 0;

	set(time) {
		this.#engine = Date.parse(time);
		this.#local = performance.now();
	}

	now() {
		return this.#engine + performance.now() - this.#local;
	}

}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

export function timeOf(instant) {
	return clock.format(Date.parse(instant));
}

export function span(millis) {
	const seconds = Math.round(millis / 1000);
	if (seconds < 120) {
		return `${seconds} s`;
	}
	const minutes = Math.round(seconds / 60);
	return (minutes < 120) ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function until(instant, now) {
	const left = Date.parse(instant) - now;
	return (left > 0) ? `in ${span(left)}` : `${span(-left)} ago`;
}
