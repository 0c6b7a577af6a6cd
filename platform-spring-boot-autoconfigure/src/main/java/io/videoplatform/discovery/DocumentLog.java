package io.videoplatform.discovery;

import java.time.Instant;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent.Level;
import org.jspecify.annotations.Nullable;

/**
 * Tells what became of the attempts to get a document: once when an outage begins, once
 * when it ends, the rest in detail only.
 *
 * @param identity what the document is called
 * @param events takes what is told
 */
record DocumentLog(DocumentIdentity identity, EventLog events) {

	void succeeded(@Nullable FailedAttempt before, Instant freshUntil) {
		boolean recovered = wasTold(before);
		tell(recovered ? Level.INFO : Level.DEBUG, "%s at %s %s; fresh until %s".formatted(this.identity.step(),
				this.identity.url(), recovered ? "succeeds again" : "succeeded", freshUntil));
	}

	void failed(@Nullable FailedAttempt before, FailedAttempt attempt, PlatformDiscoveryException exception,
			@Nullable Freshness standIn) {
		boolean begins = !wasTold(before) && !attempt.reason().isUntrusted();
		String use = (standIn != null) ? "; what is held stays in use until " + standIn.staleUntil() : "";
		tell(begins ? Level.WARN : Level.DEBUG, exception.getMessage() + use);
	}

	// What is not trusted is told by the one who does not trust it.
	private static boolean wasTold(@Nullable FailedAttempt before) {
		return before != null && !before.reason().isUntrusted();
	}

	private void tell(Level level, String message) {
		this.events.tell(this.identity.step(), level, message);
	}

}
