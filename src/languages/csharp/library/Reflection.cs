// System.Reflection.
using System;
using System.Collections.Generic;
using System.IO;

namespace System.Reflection {
    public interface ICustomAttributeProvider { object[] GetCustomAttributes(bool inherit); object[] GetCustomAttributes(Type type, bool inherit); bool IsDefined(Type type, bool inherit); }
    public abstract class MemberInfo : ICustomAttributeProvider {
        public abstract string Name { get; }
        public abstract Type DeclaringType { get; }
        public abstract Type ReflectedType { get; }
        public abstract MemberTypes MemberType { get; }
        public Module Module { get; }
        public abstract object[] GetCustomAttributes(bool inherit);
        public abstract object[] GetCustomAttributes(Type type, bool inherit);
        public abstract bool IsDefined(Type type, bool inherit);
    }
    public enum MemberTypes { All, Constructor, Event, Field, Method, NestedType, Property, TypeInfo }
    public enum BindingFlags { CreateInstance, DeclaredOnly, Default, FlattenHierarchy, IgnoreCase, Instance, InvokeMethod, NonPublic, Public, Static }
    public abstract class Binder { }
    public abstract class TypeInfo : Type {
        public Type AsType();
        public TypeInfo GetTypeInfo();
        public IEnumerable<ConstructorInfo> DeclaredConstructors { get; }
        public IEnumerable<FieldInfo> DeclaredFields { get; }
        public IEnumerable<MethodInfo> DeclaredMethods { get; }
        public IEnumerable<PropertyInfo> DeclaredProperties { get; }
        public IEnumerable<Type> ImplementedInterfaces { get; }
        public Type[] GenericTypeParameters { get; }
        public MethodInfo GetDeclaredMethod(string name);
        public PropertyInfo GetDeclaredProperty(string name);
        public bool IsAssignableFrom(TypeInfo other);
    }
    public abstract class MethodBase : MemberInfo {
        public bool IsAbstract { get; } public bool IsConstructor { get; } public bool IsFinal { get; } public bool IsGenericMethod { get; }
        public bool IsPrivate { get; } public bool IsPublic { get; } public bool IsStatic { get; } public bool IsVirtual { get; }
        public static MethodBase GetCurrentMethod();
        public virtual Type[] GetGenericArguments();
        public abstract ParameterInfo[] GetParameters();
        public object Invoke(object target, object[] arguments);
    }
    public abstract class MethodInfo : MethodBase {
        public virtual Type ReturnType { get; }
        public virtual ParameterInfo ReturnParameter { get; }
        public virtual Delegate CreateDelegate(Type type);
        public virtual MethodInfo MakeGenericMethod(params Type[] types);
        public abstract MethodInfo GetBaseDefinition();
    }
    public abstract class ConstructorInfo : MethodBase { public object Invoke(object[] arguments); }
    public abstract class FieldInfo : MemberInfo {
        public abstract Type FieldType { get; }
        public bool IsInitOnly { get; } public bool IsLiteral { get; } public bool IsPublic { get; } public bool IsStatic { get; }
        public abstract object GetValue(object target);
        public object GetRawConstantValue();
        public void SetValue(object target, object value);
    }
    public abstract class PropertyInfo : MemberInfo {
        public abstract bool CanRead { get; }
        public abstract bool CanWrite { get; }
        public virtual MethodInfo GetMethod { get; }
        public virtual MethodInfo SetMethod { get; }
        public abstract Type PropertyType { get; }
        public MethodInfo GetGetMethod();
        public MethodInfo GetGetMethod(bool nonPublic);
        public MethodInfo GetSetMethod();
        public MethodInfo GetSetMethod(bool nonPublic);
        public ParameterInfo[] GetIndexParameters();
        public object GetValue(object target);
        public object GetValue(object target, object[] index);
        public void SetValue(object target, object value);
        public void SetValue(object target, object value, object[] index);
    }
    public abstract class EventInfo : MemberInfo { public virtual Type EventHandlerType { get; } }
    public class ParameterInfo : ICustomAttributeProvider {
        public virtual string Name { get; }
        public virtual Type ParameterType { get; }
        public virtual object DefaultValue { get; }
        public bool HasDefaultValue { get; } public bool IsOptional { get; } public bool IsOut { get; }
        public int Position { get; }
        public virtual MemberInfo Member { get; }
        public virtual object[] GetCustomAttributes(bool inherit);
        public virtual object[] GetCustomAttributes(Type type, bool inherit);
    }
    public class AssemblyName { public AssemblyName(string name); public string Name { get; set; } public string FullName { get; } public Version Version { get; set; } }
    public abstract class Module { public virtual string Name { get; } public virtual Assembly Assembly { get; } }
    public abstract class Assembly : ICustomAttributeProvider {
        public static Assembly GetAssembly(Type type);
        public static Assembly GetCallingAssembly();
        public static Assembly GetEntryAssembly();
        public static Assembly GetExecutingAssembly();
        public static Assembly Load(string name);
        public static Assembly LoadFrom(string path);
        public virtual string CodeBase { get; }
        public virtual IEnumerable<TypeInfo> DefinedTypes { get; }
        public virtual MethodInfo EntryPoint { get; }
        public virtual IEnumerable<Type> ExportedTypes { get; }
        public virtual string FullName { get; }
        public virtual string Location { get; }
        public virtual object[] GetCustomAttributes(bool inherit);
        public virtual object[] GetCustomAttributes(Type type, bool inherit);
        public virtual Type[] GetExportedTypes();
        public virtual Stream GetManifestResourceStream(string name);
        public virtual string[] GetManifestResourceNames();
        public virtual AssemblyName GetName();
        public virtual AssemblyName[] GetReferencedAssemblies();
        public virtual Type GetType(string name);
        public virtual Type[] GetTypes();
    }
    public static class IntrospectionExtensions { public static TypeInfo GetTypeInfo(this Type type); }
    public static class CustomAttributeExtensions {
        public static Attribute GetCustomAttribute(this MemberInfo member, Type type);
        public static T GetCustomAttribute<T>(this MemberInfo member);
        public static T GetCustomAttribute<T>(this MemberInfo member, bool inherit);
        public static T GetCustomAttribute<T>(this ParameterInfo parameter);
        public static T GetCustomAttribute<T>(this Assembly assembly);
        public static IEnumerable<Attribute> GetCustomAttributes(this MemberInfo member);
        public static IEnumerable<Attribute> GetCustomAttributes(this Assembly assembly, Type type);
        public static IEnumerable<T> GetCustomAttributes<T>(this MemberInfo member);
        public static IEnumerable<T> GetCustomAttributes<T>(this MemberInfo member, bool inherit);
        public static IEnumerable<T> GetCustomAttributes<T>(this Assembly assembly);
        public static bool IsDefined(this MemberInfo member, Type type);
    }
    public static class RuntimeReflectionExtensions {
        public static PropertyInfo GetRuntimeProperty(this Type type, string name);
        public static IEnumerable<PropertyInfo> GetRuntimeProperties(this Type type);
        public static MethodInfo GetRuntimeMethod(this Type type, string name, Type[] types);
        public static IEnumerable<MethodInfo> GetRuntimeMethods(this Type type);
        public static IEnumerable<FieldInfo> GetRuntimeFields(this Type type);
        public static MethodInfo GetMethodInfo(this Delegate function);
    }
    public class TargetInvocationException : Exception { }
}
