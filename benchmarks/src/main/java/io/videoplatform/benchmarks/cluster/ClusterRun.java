package io.videoplatform.benchmarks.cluster;

import io.videoplatform.benchmarks.load.Report;
import io.videoplatform.benchmarks.load.Scale;

/**
 * One kind of load on nodes.
 */
@FunctionalInterface
interface ClusterRun {

	/**
	 * Put the load on nodes.
	 * @param cluster the engine and the provider, without nodes
	 * @param scale how long and how often
	 * @param report takes what was found
	 */
	void run(Cluster cluster, Scale scale, Report report);

}
