package io.videoplatform.samples.doctor;

import java.io.PrintStream;

import io.videoplatform.doctor.CheckListener;
import io.videoplatform.doctor.CheckRule;

/**
 * The line that says what is being waited for. It is overwritten, so that nothing of it
 * remains.
 *
 * @param out where it is written
 * @param shown whether it is written at all
 */
record Progress(PrintStream out, boolean shown) implements CheckListener {

	private static final String CLEAR = "\r\u001b[K";

	@Override
	public void started(CheckRule rule) {
		print(CLEAR + "Checking: " + rule.title() + " ...");
	}

	void clear() {
		print(CLEAR);
	}

	private void print(String text) {
		if (this.shown) {
			this.out.print(text);
			this.out.flush();
		}
	}

}
