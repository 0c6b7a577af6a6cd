package io.videoplatform.internal.token.login;

import java.util.concurrent.TimeUnit;

import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * A scheduler that runs a step before and after each task.
 */
public class SteppingScheduler implements Scheduler {

	private final Scheduler scheduler;

	private final Runnable step;

	public SteppingScheduler(Scheduler scheduler, Runnable step) {
		this.scheduler = scheduler;
		this.step = step;
	}

	private Runnable stepping(Runnable task) {
		return () -> {
			this.step.run();
			task.run();
			this.step.run();
		};
	}

	@Override
	public Disposable schedule(Runnable task) {
		return this.scheduler.schedule(stepping(task));
	}

	@Override
	public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
		return this.scheduler.schedule(stepping(task), delay, unit);
	}

	@Override
	public Worker createWorker() {
		Worker worker = this.scheduler.createWorker();
		return new Worker() {

			@Override
			public Disposable schedule(Runnable task) {
				return worker.schedule(stepping(task));
			}

			@Override
			public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
				return worker.schedule(stepping(task), delay, unit);
			}

			@Override
			public void dispose() {
				worker.dispose();
			}

			@Override
			public boolean isDisposed() {
				return worker.isDisposed();
			}

		};
	}

	@Override
	public boolean isDisposed() {
		return this.scheduler.isDisposed();
	}

	@Override
	public void dispose() {
		this.scheduler.dispose();
	}

}
