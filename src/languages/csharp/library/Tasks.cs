// System.Threading.Tasks.
using System;
using System.Collections.Generic;

namespace System.Threading.Tasks {
    public struct TaskAwaiter { public void GetResult(); public bool IsCompleted { get; } }
    public struct TaskAwaiter<T> { public T GetResult(); public bool IsCompleted { get; } }
    public class Task : IDisposable {
        public static Task CompletedTask { get; }
        public AggregateException Exception { get; }
        public int Id { get; }
        public bool IsCanceled { get; }
        public bool IsCompleted { get; }
        public bool IsFaulted { get; }
        public static Task Delay(int milliseconds);
        public static Task Delay(TimeSpan span);
        public static Task Delay(int milliseconds, CancellationToken token);
        public static Task FromException(Exception error);
        public static Task<T> FromResult<T>(T value);
        public static Task Run(Action action);
        public static Task<T> Run<T>(Func<T> action);
        public static Task<T> Run<T>(Func<Task<T>> action);
        public static Task WhenAll(params Task[] tasks);
        public static Task WhenAll(IEnumerable<Task> tasks);
        public static Task<T[]> WhenAll<T>(IEnumerable<Task<T>> tasks);
        public static Task<T[]> WhenAll<T>(params Task<T>[] tasks);
        public static Task<Task> WhenAny(params Task[] tasks);
        public static void WaitAll(params Task[] tasks);
        public Task ConfigureAwait(bool here);
        public Task ContinueWith(Action<Task> action);
        public TaskAwaiter GetAwaiter();
        public void Start();
        public void Wait();
        public bool Wait(int milliseconds);
        public void Dispose();
    }
    public class Task<T> : Task {
        public T Result { get; }
        public Task<T> ConfigureAwait(bool here);
        public Task<TResult> ContinueWith<TResult>(Func<Task<T>, TResult> action);
        public TaskAwaiter<T> GetAwaiter();
    }
    public struct ValueTask { public bool IsCompleted { get; } public Task AsTask(); public ValueTask ConfigureAwait(bool here); public TaskAwaiter GetAwaiter(); }
    public struct ValueTask<T> { public bool IsCompleted { get; } public T Result { get; } public Task<T> AsTask(); public ValueTask<T> ConfigureAwait(bool here); public TaskAwaiter<T> GetAwaiter(); }
    public class TaskCompletionSource<T> { public Task<T> Task { get; } public void SetResult(T value); public void SetException(Exception error); public void SetCanceled(); public bool TrySetResult(T value); public bool TrySetException(Exception error); public bool TrySetCanceled(); }
    public class TaskCanceledException : OperationCanceledException { }
    public static class Parallel { public static void For(int from, int to, Action<int> body); public static void ForEach<T>(IEnumerable<T> source, Action<T> body); public static void Invoke(params Action[] actions); }
}
