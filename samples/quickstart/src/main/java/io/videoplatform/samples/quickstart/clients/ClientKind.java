package io.videoplatform.samples.quickstart.clients;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import io.videoplatform.PlatformException;
import io.videoplatform.samples.quickstart.Videos;
import io.videoplatform.samples.quickstart.Videos.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.web.client.RestClientException;
import org.springframework.web.reactive.function.client.WebClientException;

/**
 * Kind of client.
 *
 * @param id the last part of the path of its page
 * @param name what it is called
 * @param code the line of code that makes the difference
 * @param list makes the call
 */
record ClientKind(String id, String name, String code, Callable<@Nullable Page> list) {

	/**
	 * Make the call.
	 * @return what it brought
	 */
	Result call() {
		try {
			Page page = this.list.call();
			return new Result(this, (page != null) ? page.items() : List.of(), null);
		}
		catch (PlatformException | RestClientException | WebClientException | IOException ex) {
			return new Result(this, List.of(), String.valueOf(ex.getMessage()));
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return new Result(this, List.of(), "The call was interrupted");
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What a call brought.
	 *
	 * @param kind the kind of client that made it
	 * @param videos the videos
	 * @param error why it failed, or {@code null} if it did not
	 */
	record Result(ClientKind kind, List<Videos.Video> videos, @Nullable String error) {

	}

}
