package io.videoplatform.samples.clusternode.status;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.videoplatform.PlatformEvent;

import org.springframework.stereotype.Component;

/**
 * The last events of the starter on this node: tokens acquired, outages and their ends.
 */
@Component
class NodeEvents implements PlatformEvent.Listener {

	private static final int MOST_EVENTS = 20;

	private final Deque<PlatformEvent> events = new ArrayDeque<>();

	@Override
	public synchronized void onEvent(PlatformEvent event) {
		this.events.add(event);
		if (this.events.size() > MOST_EVENTS) {
			this.events.remove();
		}
	}

	synchronized List<PlatformEvent> latest() {
		return List.copyOf(this.events);
	}

}
