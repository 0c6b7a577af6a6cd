package io.videoplatform.samples.localplatform.authorization;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.oauth2.core.oidc.StandardClaimNames;
import org.springframework.util.StringUtils;

/**
 * Account as it was logged in to. Each login has an instance of its own, equal to no
 * other: Spring looks a browser's session up by it, and two browsers of one account have
 * two.
 */
class Account implements UserDetails {

	private static final long serialVersionUID = 1L;

	private final String username;

	private final String password;

	Account(String username, String password) {
		this.username = username;
		this.password = password;
	}

	Map<String, Object> claims() {
		return Map.of(StandardClaimNames.SUB, this.username, StandardClaimNames.NAME,
				StringUtils.capitalize(this.username), StandardClaimNames.PREFERRED_USERNAME, this.username);
	}

	@Override
	public Collection<? extends GrantedAuthority> getAuthorities() {
		return List.of();
	}

	@Override
	public String getPassword() {
		return this.password;
	}

	@Override
	public String getUsername() {
		return this.username;
	}

}
