package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;

import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What an application says when it does not start: the report that Boot prints instead of
 * a stack trace.
 */
public record FailedStart(String description, String action, String output) {

	private static final Pattern REPORT = Pattern
		.compile("APPLICATION FAILED TO START.*Description:\\s+(.*?)\\s+Action:\\s+(.*)", Pattern.DOTALL);

	public static FailedStart of(List<String> properties, CapturedOutput output) {
		return of(Application.class, properties, output);
	}

	public static FailedStart of(Class<?> source, List<String> properties, CapturedOutput output) {
		int before = output.length();
		assertThatException().isThrownBy(() -> application(source).run(arguments(properties)));
		String printed = output.toString().substring(before);
		Matcher report = REPORT.matcher(printed);
		if (!report.find()) {
			throw new AssertionError("No report of a failed start: " + printed);
		}
		return new FailedStart(report.group(1), report.group(2).strip(), printed);
	}

	public static SpringApplication application() {
		return application(Application.class);
	}

	private static SpringApplication application(Class<?> source) {
		SpringApplication application = new SpringApplication(source);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		return application;
	}

	public static String[] arguments(List<String> properties) {
		return properties.stream().map((property) -> "--" + property).toArray(String[]::new);
	}

	/**
	 * An application with nothing but the platform's client.
	 */
	@ImportAutoConfiguration({ ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class,
			PlatformStoreAutoConfiguration.class })
	public static class Application {

	}

}
