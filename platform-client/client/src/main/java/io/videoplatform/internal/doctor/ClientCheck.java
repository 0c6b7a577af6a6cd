package io.videoplatform.internal.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckListener;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.doctor.CheckState.EndedException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * One check of a client: all rules in their order. A rule that depends on one that has
 * not passed is skipped.
 */
public final class ClientCheck {

	private static final Log logger = LogFactory.getLog(ClientCheck.class);

	private final CheckSubject subject;

	private final CheckListener listener;

	private final Map<CheckRule, Supplier<Found>> rules = new EnumMap<>(CheckRule.class);

	/**
	 * Create a new instance; it requests nothing.
	 */
	public ClientCheck(CheckSubject subject, CheckListener listener) {
		this.subject = subject;
		this.listener = listener;
		CheckState state = new CheckState(subject);
		HostRules host = new HostRules(state);
		ProviderRules provider = new ProviderRules(state, host);
		ResponseRules responses = new ResponseRules(state);
		UseRules use = new UseRules(state);
		this.rules.put(CheckRule.CONNECTION, host::connection);
		this.rules.put(CheckRule.API_CERTIFICATE, host::certificate);
		this.rules.put(CheckRule.WEBFINGER, host::webFinger);
		this.rules.put(CheckRule.ISSUER_TRUST, provider::trust);
		this.rules.put(CheckRule.PROVIDER_CERTIFICATE, provider::certificate);
		this.rules.put(CheckRule.PROVIDER_CONFIGURATION, provider::configuration);
		this.rules.put(CheckRule.CLIENT_SUPPORT, provider::support);
		this.rules.put(CheckRule.PROVIDER_KEYS, provider::keys);
		this.rules.put(CheckRule.CACHING, responses::caching);
		this.rules.put(CheckRule.CLOCK, responses::clock);
		this.rules.put(CheckRule.AUTHORIZATION_REQUEST, use::authorization);
		this.rules.put(CheckRule.TOKEN_REQUEST, use::token);
		this.rules.put(CheckRule.STORE, use::store);
	}

	/**
	 * Check all rules. Blocks for a minute at most.
	 */
	public CheckReport run() {
		Instant checkedAt = this.subject.clock().instant();
		List<CheckFinding> all = new ArrayList<>();
		this.rules.forEach((rule, check) -> {
			this.listener.started(rule);
			CheckFinding finding = find(check).toFinding(rule, this.subject.properties());
			all.add(finding);
			this.listener.ended(finding);
		});
		return CheckReport.of(this.subject.client(), this.subject.root().uri(), checkedAt, all);
	}

	private static Found find(Supplier<Found> rule) {
		try {
			return rule.get();
		}
		catch (EndedException ex) {
			return ex.found();
		}
		catch (PlatformException ex) {
			return Found.of(CheckVerdict.FAILED, ex);
		}
		catch (RuntimeException ex) {
			logger.debug("A rule ended unexpectedly", ex);
			return Found.of(CheckVerdict.FAILED, "Unexpected " + ex.getClass().getSimpleName(), PlatformError.OTHER);
		}
	}

}
