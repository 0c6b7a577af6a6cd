package io.videoplatform.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches if a property has a value, which is read as it is bound: {@code yes} and
 * {@code on} are true as well, and spaces around a value do not count. Spring Boot's own
 * conditions compare the text, so that a property could be true and have no effect.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnPlatformPropertyCondition.class)
@interface ConditionalOnPlatformProperty {

	/**
	 * Return the name of the property.
	 */
	String name();

	/**
	 * Return the type that the property is bound to.
	 */
	Class<?> type() default Boolean.class;

	/**
	 * Return the value that matches.
	 */
	String havingValue() default "true";

	/**
	 * Return whether no value matches, too.
	 */
	boolean matchIfMissing() default false;

}
