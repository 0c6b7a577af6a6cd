package io.videoplatform.samples.localplatform.authorization;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoint that shows the last token requests.
 */
@RestController
class TokenRequestController {

	private final TokenRequestJournal journal;

	TokenRequestController(TokenRequestJournal journal) {
		this.journal = journal;
	}

	@GetMapping("/token-requests")
	List<TokenRequest> requests() {
		return this.journal.requests();
	}

}
