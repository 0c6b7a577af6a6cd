package io.videoplatform.samples.doctor;

import java.io.Console;
import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * Where the report is read.
 *
 * @param isInteractive whether it is a terminal, and no file or pipe
 * @param hasColour whether colours are wanted there
 */
record Terminal(boolean isInteractive, boolean hasColour) {

	static Terminal detect() {
		boolean interactive = isTerminal(System.console());
		return new Terminal(interactive, interactive && !StringUtils.hasLength(System.getenv("NO_COLOR")));
	}

	/**
	 * Since Java 22 there may be a console without a terminal.
	 */
	private static boolean isTerminal(@Nullable Console console) {
		Method isTerminal = ClassUtils.getMethodIfAvailable(Console.class, "isTerminal");
		return console != null
				&& (isTerminal == null || Boolean.TRUE.equals(ReflectionUtils.invokeMethod(isTerminal, console)));
	}

}
