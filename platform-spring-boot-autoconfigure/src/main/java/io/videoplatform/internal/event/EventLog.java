package io.videoplatform.internal.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.videoplatform.PlatformEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Writes events to the log, remembers the last of them and passes them on to the
 * application's own listeners.
 */
public final class EventLog implements PlatformEvent.Listener {

	private static final int REMEMBERED = 50;

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final List<PlatformEvent.Listener> listeners;

	private final boolean logging;

	private final Deque<PlatformEvent> last = new ArrayDeque<>(REMEMBERED);

	/**
	 * Create a new instance.
	 * @param listeners the application's own listeners
	 */
	public EventLog(List<PlatformEvent.Listener> listeners) {
		this(listeners, true);
	}

	private EventLog(List<PlatformEvent.Listener> listeners, boolean logging) {
		this.listeners = List.copyOf(listeners);
		this.logging = logging;
	}

	/**
	 * Return the log of a part that sees no events but its own; this one gets them, too.
	 * @return a new log
	 */
	public EventLog part() {
		return new EventLog(List.of(this), false);
	}

	@Override
	public void onEvent(PlatformEvent event) {
		remember(event);
		if (this.logging) {
			log(event);
		}
		for (PlatformEvent.Listener listener : this.listeners) {
			try {
				listener.onEvent(event);
			}
			catch (RuntimeException ex) {
				logger.warn("A listener failed to take an event", ex);
			}
		}
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
			case DEBUG -> logger.debug(event.message());
			case INFO -> logger.info(event.message());
			case WARN -> logger.warn(event.message());
			case ERROR -> logger.error(event.message());
		}
	}

}
