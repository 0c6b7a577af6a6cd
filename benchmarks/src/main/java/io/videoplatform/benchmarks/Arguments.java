package io.videoplatform.benchmarks;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments of the form {@code --name=value}. An unknown name stops the run.
 */
public final class Arguments {

	private final Map<String, String> values = new LinkedHashMap<>();

	/**
	 * Create a new instance.
	 * @param args the command line
	 * @param known the names that may be used
	 */
	public Arguments(String[] args, Collection<String> known) {
		for (String arg : args) {
			String[] pair = arg.split("=", 2);
			if (pair.length != 2 || !pair[0].startsWith("--") || !known.contains(pair[0].substring(2))) {
				throw new IllegalArgumentException(
						"'%s' is none of --%s=…".formatted(arg, String.join("=…, --", known)));
			}
			this.values.put(pair[0].substring(2), pair[1]);
		}
	}

	/**
	 * Return a number.
	 * @param name the argument's name
	 * @param otherwise the number if it is not given
	 * @return the number
	 */
	public int number(String name, int otherwise) {
		String value = this.values.get(name);
		return (value != null) ? Integer.parseInt(value) : otherwise;
	}

	/**
	 * Return constants, separated by commas on the command line.
	 * @param <E> their type
	 * @param name the argument's name
	 * @param type their type
	 * @return those given, or all
	 */
	public <E extends Enum<E>> List<E> constants(String name, Class<E> type) {
		String value = this.values.get(name);
		if (value == null) {
			return List.of(type.getEnumConstants());
		}
		return Arrays.stream(value.split(",")).map((constant) -> Enum.valueOf(type, constant)).toList();
	}

}
