package io.videoplatform.internal.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Writes events to the log, remembers the last of them and passes them on to listeners.
 */
public final class EventLog implements PlatformEvent.Listener, AutoCloseable {

	private static final int REMEMBERED = 50;

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final List<PlatformEvent.Listener> listeners;

	private final EventDispatcher dispatcher;

	private final boolean logging;

	private final Deque<PlatformEvent> last = new ArrayDeque<>(REMEMBERED);

	/**
	 * Create a new instance.
	 * @param engine the listeners of the starter itself
	 * @param dispatcher passes events to the application's own listeners
	 */
	public EventLog(List<EngineListener> engine, EventDispatcher dispatcher) {
		this(Stream.concat(engine.stream(), Stream.of(dispatcher)).toList(), dispatcher, true);
	}

	private EventLog(List<PlatformEvent.Listener> listeners, EventDispatcher dispatcher, boolean logging) {
		this.listeners = listeners;
		this.dispatcher = dispatcher;
		this.logging = logging;
	}

	/**
	 * Return the log of a part, which remembers the part's own events. They are written
	 * and passed on as those of this log, which does not remember them: one part cannot
	 * push out the events of another.
	 * @return a new log
	 */
	public EventLog part() {
		return new EventLog(List.of(this::publish), this.dispatcher, false);
	}

	@Override
	public void onEvent(PlatformEvent event) {
		remember(event);
		publish(event);
	}

	private void publish(PlatformEvent event) {
		if (this.logging) {
			log(event);
		}
		deliver(event, this.listeners);
	}

	/**
	 * Pass an event on. A listener that fails changes nothing.
	 */
	static void deliver(PlatformEvent event, List<PlatformEvent.Listener> listeners) {
		for (PlatformEvent.Listener listener : listeners) {
			try {
				listener.onEvent(event);
			}
			catch (Throwable ex) {
				logger.warn(explained(PlatformError.OTHER, "A listener failed to take an event"), ex);
			}
		}
	}

	/**
	 * Return how many events the application's own listeners have not received.
	 * @return the number
	 */
	public long dropped() {
		return this.dispatcher.dropped();
	}

	/**
	 * Pass no more events to the application's own listeners.
	 */
	@Override
	public void close() {
		this.dispatcher.close();
	}

	/**
	 * Return the last events, oldest first.
	 * @return at most 50 events
	 */
	public List<PlatformEvent> last() {
		synchronized (this.last) {
			return List.copyOf(this.last);
		}
	}

	private void remember(PlatformEvent event) {
		synchronized (this.last) {
			if (this.last.size() == REMEMBERED) {
				this.last.removeFirst();
			}
			this.last.addLast(event);
		}
	}

	private static void log(PlatformEvent event) {
		switch (event.level()) {
			case DEBUG -> logger.debug(line(event));
			case INFO -> logger.info(line(event));
			case WARN -> logger.warn(line(event));
			case ERROR -> logger.error(line(event));
		}
	}

	private static String line(PlatformEvent event) {
		return (event.error() != null) ? line(event.error(), event.message()) : event.message();
	}

	/**
	 * Return a line of the log for a problem. It ends with the code, by which metrics,
	 * health and the documentation name the cause.
	 * @param error the entry of the catalogue
	 * @param message what happened and what to do, without secrets
	 * @return the line
	 */
	public static String line(PlatformError error, String message) {
		return "%s [%s]".formatted(message, error);
	}

	/**
	 * Return a line of the log that also says what to do, in the words of the catalogue.
	 * @param error the entry of the catalogue
	 * @param message what happened, without the full stop and without secrets
	 * @return the line
	 */
	public static String explained(PlatformError error, String message) {
		return line(error, error.explain(message));
	}

}
