package io.videoplatform.internal.http;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A thread that keeps no application from ending, and inherits nothing of the caller that
 * happens to start it: neither its thread-locals nor its class loader.
 */
public class DaemonThread extends Thread {

	DaemonThread(String name, Runnable task) {
		super(null, task, name, 0, false);
		setDaemon(true);
		setContextClassLoader(DaemonThread.class.getClassLoader());
	}

	/**
	 * Create a thread.
	 */
	public static Thread create(String name, Runnable task) {
		return new DaemonThread(name, task);
	}

	/**
	 * Return a factory of threads with numbers.
	 */
	public static ThreadFactory factory(String name) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> new DaemonThread(name + "-" + number.incrementAndGet(), task);
	}

}
