package io.videoplatform.samples.cluster;

/**
 * Process with a paused child, which writes the number of the child and waits.
 */
public final class ParentProcess {

	private ParentProcess() {
	}

	public static void main(String[] args) throws InterruptedException {
		Process child = new ChildProcesses().start(new ProcessBuilder("sleep", "60"));
		ChildProcesses.signal(child, "STOP");
		System.out.println(child.pid());
		Thread.currentThread().join();
	}

}
