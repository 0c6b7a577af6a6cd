package io.videoplatform.internal.transport;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Takes the responses with status 401 out of the hands of Jetty's client. It has no
 * credentials for them, but would hold each back until its body is complete.
 */
final class JettyAuthentication {

	private JettyAuthentication() {
	}

	/**
	 * Disable it, which has no effect on proxies.
	 * @param client a client that has not been started: its handlers are made then
	 */
	static void disable(HttpClient client) {
		client.addEventListener(new LifeCycle.Listener() {

			@Override
			public void lifeCycleStarted(LifeCycle started) {
				client.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
			}

		});
	}

}
