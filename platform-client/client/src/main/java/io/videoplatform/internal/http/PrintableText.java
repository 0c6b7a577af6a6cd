package io.videoplatform.internal.http;

/**
 * Text from outside as it may appear in messages and logs: without control characters,
 * which may forge lines or command a terminal (CWE-117, CWE-150), and of limited length.
 */
public final class PrintableText {

	private static final int LIMIT = 300;

	private static final int MESSAGE_LIMIT = 2_000;

	private PrintableText() {
	}

	/**
	 * Return foreign text as it may appear in a message.
	 */
	public static String of(String foreign) {
		return of(foreign, LIMIT);
	}

	/**
	 * Return a whole message that may quote foreign text: a net for what did not pass
	 * {@link #of(String)}.
	 */
	public static String ofMessage(String message) {
		return of(message, MESSAGE_LIMIT);
	}

	private static String of(String foreign, int limit) {
		String cut = (foreign.length() > limit) ? foreign.substring(0, limit) + "..." : foreign;
		StringBuilder printable = new StringBuilder(cut.length());
		cut.codePoints().forEach((character) -> printable.appendCodePoint(isPrintable(character) ? character : '?'));
		return printable.toString();
	}

	private static boolean isPrintable(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
					Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

}
