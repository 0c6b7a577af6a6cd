package io.videoplatform.autoconfigure.store;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Qualifies the {@code DataSource} whose database holds logins and tokens, if it is not
 * the application's only or primary one: <pre>
 * &#064;Bean(defaultCandidate = false)
 * &#064;PlatformStoreDataSource
 * DataSource tokenDataSource() {
 * 	...
 * }
 * </pre>
 *
 * @since 0.1.0
 */
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface PlatformStoreDataSource {

}
