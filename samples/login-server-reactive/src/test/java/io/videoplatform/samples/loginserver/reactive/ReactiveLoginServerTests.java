package io.videoplatform.samples.loginserver.reactive;

import io.videoplatform.samples.logintests.AbstractLoginServerTests;

import org.springframework.test.context.TestPropertySource;

/**
 * Tests for the whole way through this sample.
 *
 * <p>
 * Each request has a connection of its own: Reactor Netty 1.3.6 reads no more from one
 * that is kept if a request on it arrives before the one before has quite ended
 * (reactor-netty issue 4361).
 */
@TestPropertySource(properties = "server.netty.max-keep-alive-requests=1")
class ReactiveLoginServerTests extends AbstractLoginServerTests {

}
