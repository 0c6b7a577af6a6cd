package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;

/**
 * Adds the decorator that hands logins over to the task executors that Boot creates,
 * after the application's own decorators. A {@link TaskDecorator} bean would reach the
 * task schedulers as well. A builder of the application's own is left alone.
 */
final class TaskExecutorBuilderPostProcessor implements BeanPostProcessor {

	private final ConfigurableListableBeanFactory beans;

	private final ObjectProvider<LoginClients> logins;

	private final ObjectProvider<TaskDecorator> decorators;

	TaskExecutorBuilderPostProcessor(ConfigurableListableBeanFactory beans, ObjectProvider<LoginClients> logins,
			ObjectProvider<TaskDecorator> decorators) {
		this.beans = beans;
		this.logins = logins;
		this.decorators = decorators;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String name) {
		if (bean instanceof ThreadPoolTaskExecutorBuilder builder && isBoots(name)) {
			return builder.taskDecorator(decorator());
		}
		if (bean instanceof SimpleAsyncTaskExecutorBuilder builder && isBoots(name)) {
			return builder.taskDecorator(decorator());
		}
		return bean;
	}

	private boolean isBoots(String name) {
		return this.beans.containsBeanDefinition(name)
				&& this.beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition
				&& definition.getResolvedFactoryMethod() != null
				&& definition.getResolvedFactoryMethod()
					.getDeclaringClass()
					.getPackage()
					.equals(TaskExecutionAutoConfiguration.class.getPackage());
	}

	/**
	 * Composed as Boot composes it.
	 */
	private TaskDecorator decorator() {
		TaskDecorator ours = this.logins.getObject().tasks();
		List<TaskDecorator> all = Stream.concat(this.decorators.orderedStream(), Stream.of(ours)).toList();
		return (all.size() > 1) ? new CompositeTaskDecorator(all) : ours;
	}

}
