// System.Threading.
using System;
using System.Threading.Tasks;

namespace System.Threading {
    public struct CancellationToken {
        public static CancellationToken None { get; }
        public bool CanBeCanceled { get; }
        public bool IsCancellationRequested { get; }
        public WaitHandle WaitHandle { get; }
        public CancellationTokenRegistration Register(Action action);
        public void ThrowIfCancellationRequested();
    }
    public struct CancellationTokenRegistration : IDisposable { public void Dispose(); }
    public class CancellationTokenSource : IDisposable {
        public bool IsCancellationRequested { get; }
        public CancellationToken Token { get; }
        public void Cancel();
        public void CancelAfter(int milliseconds);
        public static CancellationTokenSource CreateLinkedTokenSource(params CancellationToken[] tokens);
        public void Dispose();
    }
    public abstract class WaitHandle : IDisposable { public virtual bool WaitOne(); public virtual bool WaitOne(int milliseconds); public void Dispose(); }
    public class EventWaitHandle : WaitHandle { public bool Set(); public bool Reset(); }
    public class ManualResetEvent : EventWaitHandle { public ManualResetEvent(bool set); }
    public class AutoResetEvent : EventWaitHandle { public AutoResetEvent(bool set); }
    public class ManualResetEventSlim : IDisposable { public bool IsSet { get; } public void Set(); public void Reset(); public void Wait(); public void Dispose(); }
    public class Mutex : WaitHandle { public void ReleaseMutex(); }
    public class SemaphoreSlim : IDisposable { public SemaphoreSlim(int count); public int CurrentCount { get; } public int Release(); public void Wait(); public Task WaitAsync(); public Task WaitAsync(CancellationToken token); public void Dispose(); }
    public class ReaderWriterLockSlim : IDisposable { public void EnterReadLock(); public void EnterWriteLock(); public void ExitReadLock(); public void ExitWriteLock(); public void Dispose(); }
    public static class Interlocked { public static int Add(ref int place, int value); public static T CompareExchange<T>(ref T place, T value, T expected); public static int Decrement(ref int place); public static T Exchange<T>(ref T place, T value); public static int Increment(ref int place); }
    public static class Volatile { public static T Read<T>(ref T place); public static void Write<T>(ref T place, T value); }
    public static class Monitor { public static void Enter(object of); public static void Exit(object of); public static void Pulse(object of); public static bool Wait(object of); }
    public class Thread { public Thread(Action start); public static Thread CurrentThread { get; } public static void Sleep(int milliseconds); public bool IsAlive { get; } public bool IsBackground { get; set; } public string Name { get; set; } public int ManagedThreadId { get; } public void Join(); public void Start(); }
    public class ThreadLocal<T> : IDisposable { public T Value { get; set; } public void Dispose(); }
    public class AsyncLocal<T> { public T Value { get; set; } }
    public class Timer : IDisposable { public bool Change(int due, int period); public void Dispose(); }
}
