package io.videoplatform.internal.event;

import io.videoplatform.PlatformEvent;

/**
 * A listener of the starter itself, which takes events on the thread that publishes them
 * and does not block.
 */
public interface EngineListener extends PlatformEvent.Listener {

}
