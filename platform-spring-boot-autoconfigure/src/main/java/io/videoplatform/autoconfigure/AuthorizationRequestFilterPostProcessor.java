package io.videoplatform.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;

/**
 * Sets the failure handler of the filter that begins logins, in every filter chain:
 * Spring Security's configuration has no other way to set it, and applies bean
 * post-processors to the filters that it creates.
 */
final class AuthorizationRequestFilterPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<? extends AuthenticationFailureHandler> handler;

	AuthorizationRequestFilterPostProcessor(ObjectProvider<? extends AuthenticationFailureHandler> handler) {
		this.handler = handler;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof OAuth2AuthorizationRequestRedirectFilter filter) {
			filter.setAuthenticationFailureHandler((request, response, exception) -> this.handler.getObject()
				.onAuthenticationFailure(request, response, exception));
		}
		return bean;
	}

}
