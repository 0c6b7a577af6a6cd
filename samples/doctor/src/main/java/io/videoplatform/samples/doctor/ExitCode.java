package io.videoplatform.samples.doctor;

import io.videoplatform.doctor.CheckVerdict;

/**
 * What the process tells scripts.
 */
enum ExitCode {

	PASSED(0), WARNINGS(1), FAILED(2), WRONG_ARGUMENTS(3), CRASHED(4);

	private final int code;

	ExitCode(int code) {
		this.code = code;
	}

	int code() {
		return this.code;
	}

	static ExitCode of(CheckVerdict verdict) {
		return switch (verdict) {
			case PASSED, SKIPPED -> PASSED;
			case WARNING -> WARNINGS;
			case FAILED -> FAILED;
		};
	}

}
