package io.videoplatform.internal.http;

/**
 * Recognises a clock that was set back: a time that it gave before lies ahead of it.
 */
public final class ClockSetBack {

	/**
	 * How far a time may lie ahead without that: threads read the clock before they get
	 * to what another thread has noted meanwhile.
	 */
	private static final long TOLERANCE = 1_000;

	private ClockSetBack() {
	}

	/**
	 * Return whether the clock was set back since it gave a time.
	 * @param noted the time
	 * @param now the current time
	 * @return whether it was
	 */
	public static boolean since(long noted, long now) {
		return now < noted - TOLERANCE;
	}

	/**
	 * Return whether a pause is over. When the clock was set back it is: how much of it
	 * has passed cannot be known, and nothing may be held up for longer than it.
	 * @param begun when the pause began
	 * @param pause how long it is
	 * @param now the current time
	 * @return whether it is over
	 */
	public static boolean endsPause(long begun, long pause, long now) {
		return now - begun >= pause || since(begun, now);
	}

}
