package io.videoplatform.it.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.FieldVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Finds references of compiled code to classes, methods and fields that do not exist. It
 * reads class files and loads no class.
 */
final class ReferenceCheck {

	private final ClassLoader classLoader;

	private final Map<String, @Nullable Declaration> declarations = new HashMap<>();

	ReferenceCheck(ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	/**
	 * Return what a class refers to without being there.
	 */
	Set<String> missing(byte[] type) {
		Set<String> missing = new TreeSet<>();
		ClassReader reader = new ClassReader(type);
		reader.accept(new References(reader.getClassName(), missing), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
		return missing;
	}

	private boolean exists(String owner, String member) {
		if (owner.startsWith("[")) {
			return true;
		}
		Declaration declaration = declaration(owner);
		if (declaration == null) {
			return false;
		}
		return declaration.members().contains(member) || declaration.polymorphic()
				|| declaration.parents().stream().anyMatch((parent) -> exists(parent, member));
	}

	private @Nullable Declaration declaration(String name) {
		if (!this.declarations.containsKey(name)) {
			this.declarations.put(name, read(name));
		}
		return this.declarations.get(name);
	}

	private @Nullable Declaration read(String name) {
		try (InputStream type = this.classLoader.getResourceAsStream(name + ".class")) {
			return (type != null) ? Declaration.of(new ClassReader(type)) : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * What a class declares.
	 *
	 * @param parents its superclass and interfaces
	 * @param members names and descriptors of methods and fields
	 * @param polymorphic whether its methods take whatever they are called with
	 */
	private record Declaration(Set<String> parents, Set<String> members, boolean polymorphic) {

		static Declaration of(ClassReader type) {
			Set<String> parents = new HashSet<>(Set.of(type.getInterfaces()));
			parents.add((type.getSuperName() != null) ? type.getSuperName() : "java/lang/Object");
			if (type.getClassName().equals("java/lang/Object")) {
				parents.clear();
			}
			Set<String> members = new HashSet<>();
			type.accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {

				@Override
				public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
						@Nullable String signature, String @Nullable [] exceptions) {
					members.add(name + descriptor);
					return null;
				}

				@Override
				public @Nullable FieldVisitor visitField(int access, String name, String descriptor,
						@Nullable String signature, @Nullable Object value) {
					members.add(name + descriptor);
					return null;
				}

			}, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
			return new Declaration(parents, members,
					type.getClassName().matches("java/lang/invoke/(Method|Var)Handle"));
		}

	}

	/**
	 * Visits all references of a class.
	 */
	private final class References extends ClassVisitor {

		private final String from;

		private final Set<String> missing;

		References(String from, Set<String> missing) {
			super(SpringAsmInfo.ASM_VERSION);
			this.from = from;
			this.missing = missing;
		}

		private void require(String owner, String member) {
			if (!exists(owner, member)) {
				this.missing.add("%s refers to %s.%s".formatted(this.from, owner, member));
			}
		}

		private void requireType(Type type) {
			Type element = (type.getSort() == Type.ARRAY) ? type.getElementType() : type;
			if (element.getSort() == Type.OBJECT && declaration(element.getInternalName()) == null) {
				this.missing.add("%s refers to %s".formatted(this.from, element.getInternalName()));
			}
		}

		@Override
		public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
				String @Nullable [] exceptions) {
			for (Type argument : Type.getArgumentTypes(descriptor)) {
				requireType(argument);
			}
			requireType(Type.getReturnType(descriptor));
			return new Code();
		}

		/**
		 * Visits the instructions of a method.
		 */
		private final class Code extends MethodVisitor {

			Code() {
				super(SpringAsmInfo.ASM_VERSION);
			}

			@Override
			public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
				require(owner, name + descriptor);
			}

			@Override
			public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
				require(owner, name + descriptor);
			}

			@Override
			public void visitTypeInsn(int opcode, String type) {
				requireType(Type.getObjectType(type));
			}

			@Override
			public void visitLdcInsn(Object value) {
				if (value instanceof Type type && type.getSort() != Type.METHOD) {
					requireType(type);
				}
			}

			@Override
			public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
				for (Object argument : arguments) {
					if (argument instanceof Handle handle && handle.getTag() >= Opcodes.H_GETFIELD) {
						require(handle.getOwner(), handle.getName() + handle.getDesc());
					}
				}
			}

		}

	}

}
