package io.videoplatform.samples.quickstart.clients;

import java.util.List;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.samples.quickstart.Videos;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;

/**
 * Pages on which the same list comes by each kind of client, and one with all of them.
 */
@Controller
class ClientController {

	private final List<ClientKind> kinds;

	private final PlatformClient platform;

	ClientController(Videos videos, RestClientVideos restClientVideos, VideoService service,
			ReactiveVideoService reactiveService, HttpClientVideos httpClientVideos, PlatformClients clients) {
		this.platform = clients.get(PlatformClients.DEFAULT);
		this.kinds = List.of(
				new ClientKind("web-client", "WebClient",
						"return this.webClient.get().uri(\"videos?limit=8\").retrieve().bodyToMono(Page.class);",
						() -> videos.list().block()),
				new ClientKind("rest-client", "RestClient",
						"return this.restClient.get().uri(\"videos?limit=8\").retrieve().body(Page.class);",
						restClientVideos::list),
				new ClientKind("http-interface", "HTTP interface on RestClient",
						"@ImportHttpServices(group = \"platform\", types = VideoService.class)", service::list),
				new ClientKind("http-interface-web-client", "HTTP interface on WebClient",
						"return HttpServiceProxyFactory.builderFor(WebClientAdapter.create(webClient))",
						() -> reactiveService.list().block()),
				new ClientKind("http-client", "JDK HttpClient",
						".header(\"Authorization\", \"Bearer \" + token.value())", httpClientVideos::list));
	}

	List<ClientKind> kinds() {
		return this.kinds;
	}

	@GetMapping("/clients")
	String all(Model model) {
		long before = tokenRequests();
		List<ClientKind.Result> results = this.kinds.stream().map(ClientKind::call).toList();
		model.addAttribute("responses", results.stream().filter((result) -> result.error() == null).count());
		model.addAttribute("tokenRequestsMeanwhile", tokenRequests() - before);
		return show("all", results, model);
	}

	@GetMapping("/clients/{id}")
	String one(@PathVariable String id, Model model) {
		ClientKind kind = this.kinds.stream()
			.filter((candidate) -> candidate.id().equals(id))
			.findFirst()
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such client"));
		return show(id, List.of(kind.call()), model);
	}

	private String show(String current, List<ClientKind.Result> results, Model model) {
		model.addAttribute("kinds", this.kinds);
		model.addAttribute("current", current);
		model.addAttribute("results", results);
		model.addAttribute("calls", this.platform.snapshot().calls());
		model.addAttribute("tokenRequests", tokenRequests());
		return "clients";
	}

	private long tokenRequests() {
		TokenStatus token = this.platform.snapshot().token();
		return (token != null) ? token.requests() : 0;
	}

}
