package io.videoplatform.autoconfigure.store;

import java.time.Clock;

import javax.sql.DataSource;

import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.jdbc.JdbcRecordStore;
import io.videoplatform.internal.store.jdbc.JdbcStoreSettings;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.autoconfigure.init.OnDatabaseInitializationCondition;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A store in a table of a database, that of the data source with the qualifier
 * {@link PlatformStoreDataSource} or else of the application's own.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ JdbcClient.class, JdbcConnectionDetails.class, DependsOnDatabaseInitialization.class })
@EnableConfigurationProperties(JdbcStoreProperties.class)
@Import(DatabaseInitializationDependencyConfigurer.class)
class JdbcStoreConfiguration {

	@Bean
	@DependsOnDatabaseInitialization
	PlatformStore platformStore(StoreProperties settings, JdbcStoreProperties jdbc,
			@PlatformStoreDataSource ObjectProvider<DataSource> storeDataSource, ObjectProvider<DataSource> dataSource,
			@Qualifier("platformEventLog") EventLog events, @Qualifier("platformClock") ObjectProvider<Clock> clock) {
		RecordCipher cipher = StoreCipherFactory.create(settings.encryption());
		DataSource selected = select(storeDataSource, dataSource);
		JdbcStoreSettings table = jdbc.settings();
		Scheduler scheduler = EngineScheduler.create();
		JdbcRecordStore store = new JdbcRecordStore(selected, table, scheduler);
		return new PlatformStore(settings.type().toString(), settings.encryption().enabled(), store, cipher,
				new EventPublisher(events, MonotonicClock.unless(clock)), scheduler);
	}

	@Bean
	@ConditionalOnMissingBean
	@Conditional(OnStoreInitializationCondition.class)
	StoreSchemaInitializer platformStoreSchemaInitializer(JdbcStoreProperties jdbc,
			@PlatformStoreDataSource ObjectProvider<DataSource> storeDataSource, ObjectProvider<DataSource> dataSource,
			ObjectProvider<JdbcConnectionDetails> details) {
		boolean own = storeDataSource.stream().findAny().isPresent();
		return StoreSchemaInitializer.create(select(storeDataSource, dataSource), jdbc,
				own ? null : details.getIfUnique());
	}

	private static DataSource select(ObjectProvider<DataSource> storeDataSource,
			ObjectProvider<DataSource> dataSource) {
		DataSource own = storeDataSource.getIfAvailable();
		DataSource selected = (own != null) ? own : dataSource.getIfUnique();
		if (selected != null) {
			return selected;
		}
		if (dataSource.stream().findAny().isPresent()) {
			throw StoreProperties.mistake("jdbc", "leaves open which of several data sources it uses",
					"Add '@PlatformStoreDataSource' to the bean of the one that holds the table.");
		}
		throw StoreProperties.mistake("jdbc", "needs a data source",
				"Set 'spring.datasource.url', or add a bean of type 'DataSource'.");
	}

	/**
	 * Matches unless {@code platform.store.jdbc.initialize-schema} is {@code never}.
	 */
	static final class OnStoreInitializationCondition extends OnDatabaseInitializationCondition {

		OnStoreInitializationCondition() {
			super("Platform store ", "platform.store.jdbc.initialize-schema");
		}

	}

}
