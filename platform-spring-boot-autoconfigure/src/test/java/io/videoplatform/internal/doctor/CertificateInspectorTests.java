package io.videoplatform.internal.doctor;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long a handshake may take.
 */
class CertificateInspectorTests {

	/**
	 * The beginning of a record with a handshake of 16 KB.
	 */
	private static final byte[] RECORD = { 22, 3, 3, 64, 0, 2 };

	private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();

	private final ScheduledExecutorService server = Executors.newSingleThreadScheduledExecutor();

	private final CertificateInspector inspector = new CertificateInspector(new TlsManagers(null, null), null,
			this.timer);

	@AfterEach
	void close() {
		this.server.shutdownNow();
	}

	@Test
	@Timeout(60)
	void inspectWhenServerSendsAByteNowAndThenThenEndedAtTheDeadline() throws Exception {
		try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			URI url = URI.create("https://127.0.0.1:" + listener.getLocalPort());
			CompletableFuture<PeerCertificate> inspected = this.inspector.inspect(url).toFuture();
			try (Socket connection = listener.accept()) {
				connection.getInputStream().read();
				OutputStream out = connection.getOutputStream();
				out.write(RECORD);
				this.server.scheduleAtFixedRate(() -> drip(out), 0, 1, TimeUnit.SECONDS);
				this.timer.advanceTimeBy(Duration.ofMillis(9_999));
				assertThat(inspected).isNotDone();
				this.timer.advanceTimeBy(Duration.ofMillis(1));
				assertThat(inspected).succeedsWithin(Duration.ofSeconds(20)).isNull();
				assertThat(ended(connection)).isTrue();
			}
		}
	}

	private static boolean ended(Socket connection) throws IOException {
		while (true) {
			try {
				if (connection.getInputStream().read() < 0) {
					return true;
				}
			}
			catch (SocketException ex) {
				return true;
			}
		}
	}

	private static void drip(OutputStream out) {
		try {
			out.write(0);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
