package io.videoplatform.samples.localplatform.discovery;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;
import io.videoplatform.samples.localplatform.authorization.Realm;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * Headers by which clients keep the two discovery documents (RFC 9111).
 */
@Configuration(proxyBeanMethods = false)
class DocumentHeaders {

	@Bean
	FilterRegistrationBean<ShallowEtagHeaderFilter> discoveryEntityTags() {
		FilterRegistrationBean<ShallowEtagHeaderFilter> registration = new FilterRegistrationBean<>(
				new ShallowEtagHeaderFilter());
		registration.addUrlPatterns("/.well-known/webfinger", Realm.CONFIGURATION_PATH);
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	@Bean
	FilterRegistrationBean<Filter> configurationLifetime(LocalPlatformProperties properties) {
		String value = CacheControl.maxAge(properties.configurationLifetime()).getHeaderValue();
		FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
			((HttpServletResponse) response).setHeader(HttpHeaders.CACHE_CONTROL, value);
			chain.doFilter(request, response);
		});
		registration.addUrlPatterns(Realm.CONFIGURATION_PATH);
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
		return registration;
	}

}
