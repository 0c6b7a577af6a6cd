package io.videoplatform.samples.cluster;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Refresh point of a login: the requests that the provider has seen for one refresh
 * token. There should be one.
 *
 * @param time when the first request came in
 * @param login the session at the provider
 * @param generation number of the refresh token within the session
 * @param nodes the nodes that sent the requests
 * @param accepted whether the provider has issued tokens for each of them
 */
record RefreshPoint(Instant time, String login, int generation, List<String> nodes, boolean accepted) {

	private static final int SHORT = 8;

	/**
	 * Return the refresh points of a list of requests.
	 * @param requests the requests, the oldest first
	 * @return the refresh points in the same order
	 */
	static List<RefreshPoint> of(List<TokenRequest> requests) {
		Map<List<Object>, List<TokenRequest>> byRefreshToken = requests.stream()
			.filter((request) -> request.session() != null)
			.collect(Collectors.groupingBy((request) -> List.of(request.session(), request.generation()),
					LinkedHashMap::new, Collectors.toList()));
		return byRefreshToken.values().stream().map(RefreshPoint::ofOne).toList();
	}

	private static RefreshPoint ofOne(List<TokenRequest> requests) {
		TokenRequest first = requests.get(0);
		return new RefreshPoint(first.time(), String.valueOf(first.session()).substring(0, SHORT), first.generation(),
				requests.stream().map(TokenRequest::sender).toList(),
				requests.stream().allMatch(TokenRequest::isAccepted));
	}

}
