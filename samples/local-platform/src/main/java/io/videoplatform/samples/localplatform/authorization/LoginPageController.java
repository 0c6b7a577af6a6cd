package io.videoplatform.samples.localplatform.authorization;

import java.util.List;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Page on which people log in. It shows the accounts, because this platform has no real
 * secrets.
 */
@Controller
class LoginPageController {

	private final LocalPlatformProperties properties;

	LoginPageController(LocalPlatformProperties properties) {
		this.properties = properties;
	}

	@GetMapping("/login")
	String login(Model model) {
		model.addAttribute("accounts", List.of(new Credentials(this.properties.username(), this.properties.password()),
				new Credentials(Accounts.EDITOR, Accounts.EDITOR)));
		return "login";
	}

	/**
	 * What to type in.
	 *
	 * @param username name of the account
	 * @param password its password
	 */
	record Credentials(String username, String password) {

	}

}
