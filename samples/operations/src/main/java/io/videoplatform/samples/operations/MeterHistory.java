package io.videoplatform.samples.operations;

import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The meters of the last five minutes, so that the page has a past when it is opened.
 */
@RestController
class MeterHistory {

	private static final Duration KEPT = Duration.ofMinutes(5);

	private final PrometheusMeterRegistry registry;

	private final Deque<Moment> moments = new ConcurrentLinkedDeque<>();

	MeterHistory(PrometheusMeterRegistry registry) {
		this.registry = registry;
	}

	@Scheduled(fixedRate = 1000)
	void read() {
		Instant now = Instant.now();
		this.moments.addLast(new Moment(now, meters()));
		this.moments.removeIf((moment) -> moment.time().isBefore(now.minus(KEPT)));
	}

	private String meters() {
		return this.registry.scrape()
			.lines()
			.filter((line) -> line.startsWith("http_client_requests") || line.startsWith("platform_"))
			.collect(Collectors.joining("\n"));
	}

	@GetMapping("/operations/meters")
	List<Moment> after(@RequestParam long after) {
		Instant time = Instant.ofEpochMilli(after);
		return this.moments.stream().filter((moment) -> moment.time().toEpochMilli() > time.toEpochMilli()).toList();
	}

	/**
	 * The meters at a time.
	 *
	 * @param time the time
	 * @param meters lines of Prometheus' text format
	 */
	record Moment(Instant time, String meters) {

	}

}
