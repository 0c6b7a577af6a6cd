package io.videoplatform.samples.logintests;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.junit5.WireMockRuntimeInfo;

import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

/**
 * The platform's API for tests of the pages alone: it has one video, and takes another.
 *
 * @since 0.1.0
 */
public class VideoApi extends WireMockExtension {

	/**
	 * Create a new instance.
	 */
	public VideoApi() {
		super(newInstance());
	}

	@Override
	protected void onBeforeEach(WireMockRuntimeInfo info) {
		stubFor(get(urlPathEqualTo("/v1/videos")).willReturn(
				okJson("""
						{ "items": [ { "id": "v1", "title": "A <film>", "collectionId": "films", "more": 1 } ], "total": 1 }""")));
		stubFor(get(urlPathEqualTo("/v1/collections")).willReturn(okJson("""
				{ "items": [ { "id": "films", "title": "Films" } ], "total": 1 }""")));
		stubFor(post("/v1/videos").willReturn(okJson("""
				{ "id": "v2", "title": "New", "collectionId": "films" }""")));
		stubFor(put("/v1/videos/v2/content").willReturn(okJson("{}")));
	}

	/**
	 * Return a client of this API.
	 * @return the client
	 */
	public WebClient webClient() {
		return WebClient.create(baseUrl() + "/v1/");
	}

	/**
	 * Respond with this status from now on.
	 * @param status the status
	 */
	public void respond(int status) {
		stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status)));
	}

}
