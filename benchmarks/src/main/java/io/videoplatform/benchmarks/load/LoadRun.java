package io.videoplatform.benchmarks.load;

import io.videoplatform.benchmarks.stub.StubProcess;

/**
 * One kind of load.
 */
@FunctionalInterface
interface LoadRun {

	/**
	 * Put the load on applications of this platform.
	 * @param platform the platform, fresh
	 * @param scale how long and how often
	 * @param report takes what was found
	 */
	void run(StubProcess platform, Scale scale, Report report);

}
