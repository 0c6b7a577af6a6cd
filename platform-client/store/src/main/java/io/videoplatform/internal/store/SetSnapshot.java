package io.videoplatform.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.videoplatform.internal.token.shared.SharedSet;
import org.jspecify.annotations.Nullable;

/**
 * A {@linkplain SharedSet set} at one moment, and what a change makes of it.
 *
 * @param stamp the stamp of the entry, if there is one
 * @param now the time of the engine's clock at that moment
 * @param elements the elements that have not ended
 * @param droppedUntil the latest end of those that were dropped, 0 if there are none
 */
record SetSnapshot(@Nullable String stamp, long now, List<Element> elements, long droppedUntil) {

	/**
	 * The element that stands for those that were dropped. A version that does not know
	 * it cannot read it as the JSON that the other elements are, and refuses the logout.
	 */
	private static final String DROPPED = "";

	/**
	 * Return a set as it is stored.
	 * @param stored the elements, the oldest first, which may have ended
	 */
	static SetSnapshot of(@Nullable String stamp, long now, List<Element> stored) {
		List<Element> usable = stored.stream().filter((element) -> element.end() > now).toList();
		return new SetSnapshot(stamp, now,
				usable.stream().filter((element) -> !element.value().equals(DROPPED)).toList(),
				latest(usable.stream().filter((element) -> element.value().equals(DROPPED))));
	}

	private static long latest(Stream<Element> elements) {
		return elements.mapToLong(Element::end).max().orElse(0);
	}

	/**
	 * Return the set with an element, as the newest one unless it is there.
	 * @param life how long it stays in the set
	 * @param counted whether the set is to tell of those that are dropped for it
	 */
	SetSnapshot with(String value, Duration life, boolean counted) {
		long end = this.now + life.toMillis();
		List<Element> elements = new ArrayList<>(this.elements);
		for (int i = 0; i < elements.size(); i++) {
			Element element = elements.get(i);
			if (element.value().equals(value)) {
				elements.set(i, new Element(value, Math.max(end, element.end())));
				return (element.end() > this.now + SharedSet.leastLeft(life).toMillis()) ? this
						: new SetSnapshot(this.stamp, this.now, List.copyOf(elements), this.droppedUntil);
			}
		}
		elements.add(new Element(value, end));
		int dropped = Math.max(0, elements.size() - SharedSet.MAX_ELEMENTS);
		return new SetSnapshot(this.stamp, this.now, List.copyOf(elements.subList(dropped, elements.size())),
				counted ? Math.max(this.droppedUntil, latest(elements.stream().limit(dropped))) : this.droppedUntil);
	}

	/**
	 * Return whether an element of before is missing because there are too many.
	 */
	boolean hasDropped(SetSnapshot before) {
		return !before.elements.isEmpty() && !before.elements.get(0).value().equals(this.elements.get(0).value());
	}

	/**
	 * Return the set without some elements, which need not be there.
	 */
	SetSnapshot without(Set<String> values) {
		return new SetSnapshot(this.stamp, this.now,
				this.elements.stream().filter((element) -> !values.contains(element.value())).toList(),
				this.droppedUntil);
	}

	/**
	 * Return the set as it is stored. What stands for those that were dropped is the
	 * oldest.
	 */
	List<Element> stored() {
		return (this.droppedUntil > this.now)
				? Stream.concat(Stream.of(new Element(DROPPED, this.droppedUntil)), this.elements.stream()).toList()
				: this.elements;
	}

	/**
	 * Return how long the set is stored: until the last element ends. An empty set is
	 * gone at once.
	 */
	Duration life() {
		return Duration.ofMillis(Math.max(1, latest(stored().stream()) - this.now));
	}

	/**
	 * An element and its end, in milliseconds since 1970 by the clock of the engine.
	 *
	 * @param value the element
	 * @param end when it leaves the set
	 */
	record Element(@JsonProperty(required = true) String value, @JsonProperty(required = true) long end) {

		@Override
		public String toString() {
			return "Element[end=%d]".formatted(this.end);
		}

	}

}
