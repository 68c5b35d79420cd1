// What the resolution of Rust programs needs to know of the standard library:
// what its types give when their methods are called. Everything is in one
// file, whatever module it lies in; references, lifetimes and bounds that
// tell nothing about results are left out, functions are taken as `fn` types.

pub enum Option<T> { None, Some(T) }
pub use Option::{None, Some};

impl<T> Option<T> {
    pub fn unwrap(self) -> T;
    pub fn expect(self, text: &str) -> T;
    pub fn unwrap_or(self, other: T) -> T;
    pub fn unwrap_or_default(self) -> T;
    pub fn unwrap_or_else(self, f: fn() -> T) -> T;
    pub fn as_ref(&self) -> Option<T>;
    pub fn as_mut(&mut self) -> Option<T>;
    pub fn as_deref(&self) -> Option<T>;
    pub fn as_deref_mut(&mut self) -> Option<T>;
    pub fn as_slice(&self) -> Vec<T>;
    pub fn cloned(self) -> Option<T>;
    pub fn copied(self) -> Option<T>;
    pub fn clone(&self) -> Option<T>;
    pub fn take(&mut self) -> Option<T>;
    pub fn replace(&mut self, value: T) -> Option<T>;
    pub fn insert(&mut self, value: T) -> T;
    pub fn get_or_insert(&mut self, value: T) -> T;
    pub fn get_or_insert_with(&mut self, f: fn() -> T) -> T;
    pub fn map<U>(self, f: fn(T) -> U) -> Option<U>;
    pub fn map_or<U>(self, other: U, f: fn(T) -> U) -> U;
    pub fn map_or_else<U>(self, other: fn() -> U, f: fn(T) -> U) -> U;
    pub fn and_then<U>(self, f: fn(T) -> Option<U>) -> Option<U>;
    pub fn and<U>(self, other: Option<U>) -> Option<U>;
    pub fn or(self, other: Option<T>) -> Option<T>;
    pub fn or_else(self, f: fn() -> Option<T>) -> Option<T>;
    pub fn xor(self, other: Option<T>) -> Option<T>;
    pub fn filter(self, f: fn(T) -> bool) -> Option<T>;
    pub fn inspect(self, f: fn(T)) -> Option<T>;
    pub fn ok_or<E>(self, error: E) -> Result<T, E>;
    pub fn context(self, text: &str) -> Result<T, Error>; // of anyhow, as is the next one
    pub fn with_context(self, f: fn() -> String) -> Result<T, Error>;
    pub fn ok_or_else<E>(self, f: fn() -> E) -> Result<T, E>;
    pub fn is_some(&self) -> bool;
    pub fn is_none(&self) -> bool;
    pub fn is_some_and(self, f: fn(T) -> bool) -> bool;
    pub fn is_none_or(self, f: fn(T) -> bool) -> bool;
    pub fn iter(&self) -> Iter<T>;
    pub fn iter_mut(&mut self) -> Iter<T>;
    pub fn into_iter(self) -> Iter<T>;
    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
    pub fn flatten(self) -> T;
    pub fn transpose(self) -> T;
}

pub enum Result<T, E> { Ok(T), Err(E) }
pub use Result::{Err, Ok};

impl<T, E> Result<T, E> {
    pub fn unwrap(self) -> T;
    pub fn expect(self, text: &str) -> T;
    pub fn unwrap_or(self, other: T) -> T;
    pub fn unwrap_or_default(self) -> T;
    pub fn unwrap_or_else(self, f: fn(E) -> T) -> T;
    pub fn unwrap_err(self) -> E;
    pub fn expect_err(self, text: &str) -> E;
    pub fn ok(self) -> Option<T>;
    pub fn err(self) -> Option<E>;
    pub fn as_ref(&self) -> Result<T, E>;
    pub fn as_mut(&mut self) -> Result<T, E>;
    pub fn as_deref(&self) -> Result<T, E>;
    pub fn clone(&self) -> Result<T, E>;
    pub fn cloned(self) -> Result<T, E>;
    pub fn copied(self) -> Result<T, E>;
    pub fn map<U>(self, f: fn(T) -> U) -> Result<U, E>;
    pub fn map_or<U>(self, other: U, f: fn(T) -> U) -> U;
    pub fn map_or_else<U>(self, other: fn(E) -> U, f: fn(T) -> U) -> U;
    pub fn map_err<F>(self, f: fn(E) -> F) -> Result<T, F>;
    pub fn context(self, text: &str) -> Result<T, E>; // of anyhow and eyre, as are the next ones
    pub fn with_context(self, f: fn() -> String) -> Result<T, E>;
    pub fn wrap_err(self, text: &str) -> Result<T, E>;
    pub fn wrap_err_with(self, f: fn() -> String) -> Result<T, E>;
    pub fn and_then<U>(self, f: fn(T) -> Result<U, E>) -> Result<U, E>;
    pub fn or_else<F>(self, f: fn(E) -> Result<T, F>) -> Result<T, F>;
    pub fn or<F>(self, other: Result<T, F>) -> Result<T, F>;
    pub fn inspect(self, f: fn(T)) -> Result<T, E>;
    pub fn inspect_err(self, f: fn(E)) -> Result<T, E>;
    pub fn is_ok(&self) -> bool;
    pub fn is_err(&self) -> bool;
    pub fn is_ok_and(self, f: fn(T) -> bool) -> bool;
    pub fn is_err_and(self, f: fn(E) -> bool) -> bool;
    pub fn iter(&self) -> Iter<T>;
    pub fn into_iter(self) -> Iter<T>;
    pub fn flatten(self) -> T;
    pub fn transpose(self) -> T;
}

// An iterator is whatever has `next`; all that adapters give is an Iter.
pub trait Iterator {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
    fn into_iter(self) -> Iter<Self::Item>;
    fn by_ref(&mut self) -> Iter<Self::Item>;
    fn map<B>(self, f: fn(Self::Item) -> B) -> Iter<B>;
    fn filter(self, f: fn(Self::Item) -> bool) -> Iter<Self::Item>;
    fn filter_map<B>(self, f: fn(Self::Item) -> Option<B>) -> Iter<B>;
    fn flat_map<B>(self, f: fn(Self::Item) -> Iter<B>) -> Iter<B>;
    fn flatten(self) -> Iter<Flat>;
    fn enumerate(self) -> Iter<(usize, Self::Item)>;
    fn zip<B>(self, other: Iter<B>) -> Iter<(Self::Item, B)>;
    fn chain(self, other: Iter<Self::Item>) -> Iter<Self::Item>;
    fn rev(self) -> Iter<Self::Item>;
    fn skip(self, n: usize) -> Iter<Self::Item>;
    fn take(self, n: usize) -> Iter<Self::Item>;
    fn step_by(self, n: usize) -> Iter<Self::Item>;
    fn skip_while(self, f: fn(Self::Item) -> bool) -> Iter<Self::Item>;
    fn take_while(self, f: fn(Self::Item) -> bool) -> Iter<Self::Item>;
    fn map_while<B>(self, f: fn(Self::Item) -> Option<B>) -> Iter<B>;
    fn inspect(self, f: fn(Self::Item)) -> Iter<Self::Item>;
    fn peekable(self) -> Iter<Self::Item>;
    fn fuse(self) -> Iter<Self::Item>;
    fn cycle(self) -> Iter<Self::Item>;
    fn cloned(self) -> Iter<Self::Item>;
    fn copied(self) -> Iter<Self::Item>;
    fn clone(&self) -> Iter<Self::Item>;
    fn scan<S, B>(self, state: S, f: fn(S, Self::Item) -> Option<B>) -> Iter<B>;
    fn collect<B>(self) -> B;
    fn partition<B>(self, f: fn(Self::Item) -> bool) -> (B, B);
    fn unzip<A, B>(self) -> (A, B);
    fn fold<B>(self, start: B, f: fn(B, Self::Item) -> B) -> B;
    fn try_fold<B, R>(&mut self, start: B, f: fn(B, Self::Item) -> R) -> R;
    fn reduce(self, f: fn(Self::Item, Self::Item) -> Self::Item) -> Option<Self::Item>;
    fn for_each(self, f: fn(Self::Item));
    fn try_for_each<R>(&mut self, f: fn(Self::Item) -> R) -> R;
    fn all(&mut self, f: fn(Self::Item) -> bool) -> bool;
    fn any(&mut self, f: fn(Self::Item) -> bool) -> bool;
    fn find(&mut self, f: fn(Self::Item) -> bool) -> Option<Self::Item>;
    fn find_map<B>(&mut self, f: fn(Self::Item) -> Option<B>) -> Option<B>;
    fn position(&mut self, f: fn(Self::Item) -> bool) -> Option<usize>;
    fn rposition(&mut self, f: fn(Self::Item) -> bool) -> Option<usize>;
    fn count(self) -> usize;
    fn last(self) -> Option<Self::Item>;
    fn nth(&mut self, n: usize) -> Option<Self::Item>;
    fn max(self) -> Option<Self::Item>;
    fn min(self) -> Option<Self::Item>;
    fn max_by(self, f: fn(Self::Item, Self::Item) -> Ordering) -> Option<Self::Item>;
    fn min_by(self, f: fn(Self::Item, Self::Item) -> Ordering) -> Option<Self::Item>;
    fn max_by_key<B>(self, f: fn(Self::Item) -> B) -> Option<Self::Item>;
    fn min_by_key<B>(self, f: fn(Self::Item) -> B) -> Option<Self::Item>;
    fn sum<S>(self) -> S;
    fn product<S>(self) -> S;
    fn eq<B>(self, other: B) -> bool;
    fn cmp<B>(self, other: B) -> Ordering;
    fn size_hint(&self) -> (usize, Option<usize>);
    fn next_back(&mut self) -> Option<Self::Item>;
    fn rfind(&mut self, f: fn(Self::Item) -> bool) -> Option<Self::Item>;
    fn len(&self) -> usize;
    fn peek(&mut self) -> Option<Self::Item>;
    fn peek_mut(&mut self) -> Option<Self::Item>;
    fn next_if(&mut self, f: fn(Self::Item) -> bool) -> Option<Self::Item>;
    fn is_sorted(self) -> bool;
    fn as_str(&self) -> str;
}
pub trait DoubleEndedIterator: Iterator {}
pub trait ExactSizeIterator: Iterator {}
pub trait FusedIterator: Iterator {}
pub trait IntoIterator { type Item; type IntoIter; fn into_iter(self) -> Iter<Self::Item>; }
pub struct Iter<T> { item: T }
impl<T> Iterator for Iter<T> { type Item = T; }
pub type Peekable<I> = I;
pub type Rev<I> = I;
pub type Chars = Iter<char>;
pub type CharIndices = Iter<(usize, char)>;
pub type Lines = Iter<str>;
pub type Split = Iter<str>;
pub type Drain<T> = Iter<T>;
pub type IntoIter<T> = Iter<T>;
pub type IterMut<T> = Iter<T>;

// Vectors, slices and arrays are all lists.
pub struct Vec<T> { item: T }
impl<T> Vec<T> {
    pub fn new() -> Vec<T>;
    pub fn with_capacity(n: usize) -> Vec<T>;
    pub fn from<A>(values: A) -> Vec<T>;
    pub fn push(&mut self, value: T);
    pub fn pop(&mut self) -> Option<T>;
    pub fn insert(&mut self, at: usize, value: T);
    pub fn remove(&mut self, at: usize) -> T;
    pub fn swap_remove(&mut self, at: usize) -> T;
    pub fn append(&mut self, other: Vec<T>);
    pub fn extend<I>(&mut self, values: I);
    pub fn extend_from_slice(&mut self, values: Vec<T>);
    pub fn clear(&mut self);
    pub fn truncate(&mut self, n: usize);
    pub fn resize(&mut self, n: usize, value: T);
    pub fn reserve(&mut self, n: usize);
    pub fn shrink_to_fit(&mut self);
    pub fn retain(&mut self, f: fn(T) -> bool);
    pub fn retain_mut(&mut self, f: fn(T) -> bool);
    pub fn dedup(&mut self);
    pub fn dedup_by_key<K>(&mut self, f: fn(T) -> K);
    pub fn dedup_by(&mut self, f: fn(T, T) -> bool);
    pub fn drain<R>(&mut self, range: R) -> Iter<T>;
    pub fn splice<R, I>(&mut self, range: R, values: I) -> Iter<T>;
    pub fn split_off(&mut self, at: usize) -> Vec<T>;
    pub fn into_boxed_slice(self) -> Vec<T>;
    pub fn into_vec(self) -> Vec<T>;
    pub fn as_slice(&self) -> Vec<T>;
    pub fn as_mut_slice(&mut self) -> Vec<T>;
    pub fn as_ref(&self) -> Vec<T>;
    pub fn as_mut(&mut self) -> Vec<T>;
    pub fn borrow(&self) -> Vec<T>;
    pub fn to_vec(&self) -> Vec<T>;
    pub fn to_owned(&self) -> Vec<T>;
    pub fn clone(&self) -> Vec<T>;
    pub fn capacity(&self) -> usize;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn first(&self) -> Option<T>;
    pub fn first_mut(&mut self) -> Option<T>;
    pub fn last(&self) -> Option<T>;
    pub fn last_mut(&mut self) -> Option<T>;
    pub fn get(&self, at: usize) -> Option<T>;
    pub fn get_mut(&mut self, at: usize) -> Option<T>;
    pub fn iter(&self) -> Iter<T>;
    pub fn iter_mut(&mut self) -> Iter<T>;
    pub fn into_iter(self) -> Iter<T>;
    pub fn contains(&self, value: T) -> bool;
    pub fn starts_with(&self, other: Vec<T>) -> bool;
    pub fn ends_with(&self, other: Vec<T>) -> bool;
    pub fn sort(&mut self);
    pub fn sort_unstable(&mut self);
    pub fn sort_by(&mut self, f: fn(T, T) -> Ordering);
    pub fn sort_unstable_by(&mut self, f: fn(T, T) -> Ordering);
    pub fn sort_by_key<K>(&mut self, f: fn(T) -> K);
    pub fn sort_by_cached_key<K>(&mut self, f: fn(T) -> K);
    pub fn sort_unstable_by_key<K>(&mut self, f: fn(T) -> K);
    pub fn binary_search(&self, value: T) -> Result<usize, usize>;
    pub fn binary_search_by(&self, f: fn(T) -> Ordering) -> Result<usize, usize>;
    pub fn binary_search_by_key<K>(&self, key: K, f: fn(T) -> K) -> Result<usize, usize>;
    pub fn partition_point(&self, f: fn(T) -> bool) -> usize;
    pub fn reverse(&mut self);
    pub fn swap(&mut self, a: usize, b: usize);
    pub fn fill(&mut self, value: T);
    pub fn copy_from_slice(&mut self, other: Vec<T>);
    pub fn clone_from_slice(&mut self, other: Vec<T>);
    pub fn copy_within<R>(&mut self, range: R, to: usize);
    pub fn rotate_left(&mut self, n: usize);
    pub fn split_at(&self, at: usize) -> (Vec<T>, Vec<T>);
    pub fn split_at_mut(&mut self, at: usize) -> (Vec<T>, Vec<T>);
    pub fn split_first(&self) -> Option<(T, Vec<T>)>;
    pub fn split_last(&self) -> Option<(T, Vec<T>)>;
    pub fn split(&self, f: fn(T) -> bool) -> Iter<Vec<T>>;
    pub fn chunks(&self, n: usize) -> Iter<Vec<T>>;
    pub fn chunks_exact(&self, n: usize) -> Iter<Vec<T>>;
    pub fn windows(&self, n: usize) -> Iter<Vec<T>>;
    pub fn concat(&self) -> T;
    pub fn join<S>(&self, separator: S) -> String;
    pub fn map<U>(self, f: fn(T) -> U) -> Vec<U>;
    pub fn as_ptr(&self) -> T;
    pub fn index<I>(&self, at: I) -> T;
    pub fn try_into<U>(self) -> Result<U, TryFromSliceError>;
}

pub struct VecDeque<T> { item: T }
impl<T> VecDeque<T> {
    pub fn new() -> VecDeque<T>;
    pub fn with_capacity(n: usize) -> VecDeque<T>;
    pub fn push_back(&mut self, value: T);
    pub fn push_front(&mut self, value: T);
    pub fn pop_back(&mut self) -> Option<T>;
    pub fn pop_front(&mut self) -> Option<T>;
    pub fn front(&self) -> Option<T>;
    pub fn back(&self) -> Option<T>;
    pub fn front_mut(&mut self) -> Option<T>;
    pub fn back_mut(&mut self) -> Option<T>;
    pub fn iter(&self) -> Iter<T>;
    pub fn iter_mut(&mut self) -> Iter<T>;
    pub fn into_iter(self) -> Iter<T>;
    pub fn get(&self, at: usize) -> Option<T>;
    pub fn index(&self, at: usize) -> T;
    pub fn drain<R>(&mut self, range: R) -> Iter<T>;
}
pub struct BinaryHeap<T> { item: T }
impl<T> BinaryHeap<T> {
    pub fn new() -> BinaryHeap<T>;
    pub fn push(&mut self, value: T);
    pub fn pop(&mut self) -> Option<T>;
    pub fn peek(&self) -> Option<T>;
    pub fn into_iter(self) -> Iter<T>;
    pub fn iter(&self) -> Iter<T>;
}

pub struct HashMap<K, V> { key: K, value: V }
impl<K, V> HashMap<K, V> {
    pub fn new() -> HashMap<K, V>;
    pub fn with_capacity(n: usize) -> HashMap<K, V>;
    pub fn with_hasher<S>(hasher: S) -> HashMap<K, V>;
    pub fn with_capacity_and_hasher<S>(n: usize, hasher: S) -> HashMap<K, V>;
    pub fn clone(&self) -> HashMap<K, V>;
    pub fn get(&self, key: K) -> Option<V>;
    pub fn get_mut(&mut self, key: K) -> Option<V>;
    pub fn get_key_value(&self, key: K) -> Option<(K, V)>;
    pub fn insert(&mut self, key: K, value: V) -> Option<V>;
    pub fn remove(&mut self, key: K) -> Option<V>;
    pub fn remove_entry(&mut self, key: K) -> Option<(K, V)>;
    pub fn contains_key(&self, key: K) -> bool;
    pub fn entry(&mut self, key: K) -> Entry<K, V>;
    pub fn keys(&self) -> Iter<K>;
    pub fn into_keys(self) -> Iter<K>;
    pub fn values(&self) -> Iter<V>;
    pub fn values_mut(&mut self) -> Iter<V>;
    pub fn into_values(self) -> Iter<V>;
    pub fn iter(&self) -> Iter<(K, V)>;
    pub fn iter_mut(&mut self) -> Iter<(K, V)>;
    pub fn into_iter(self) -> Iter<(K, V)>;
    pub fn drain(&mut self) -> Iter<(K, V)>;
    pub fn retain(&mut self, f: fn(K, V) -> bool);
    pub fn range<R>(&self, range: R) -> Iter<(K, V)>;
    pub fn first_key_value(&self) -> Option<(K, V)>;
    pub fn last_key_value(&self) -> Option<(K, V)>;
    pub fn pop_first(&mut self) -> Option<(K, V)>;
    pub fn pop_last(&mut self) -> Option<(K, V)>;
    pub fn extend<I>(&mut self, values: I);
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn index(&self, key: K) -> V;
}
pub type BTreeMap<K, V> = HashMap<K, V>;
pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
impl<K, V> Entry<K, V> {
    pub fn or_insert(self, value: V) -> V;
    pub fn or_insert_with(self, f: fn() -> V) -> V;
    pub fn or_default(self) -> V;
    pub fn and_modify(self, f: fn(V)) -> Entry<K, V>;
    pub fn key(&self) -> K;
}
pub struct OccupiedEntry<K, V> { key: K, value: V }
impl<K, V> OccupiedEntry<K, V> {
    pub fn get(&self) -> V;
    pub fn get_mut(&mut self) -> V;
    pub fn into_mut(self) -> V;
    pub fn insert(&mut self, value: V) -> V;
    pub fn remove(self) -> V;
}
pub struct VacantEntry<K, V> { key: K, value: V }
impl<K, V> VacantEntry<K, V> { pub fn insert(self, value: V) -> V; pub fn key(&self) -> K; }

pub struct HashSet<T> { item: T }
impl<T> HashSet<T> {
    pub fn new() -> HashSet<T>;
    pub fn with_capacity(n: usize) -> HashSet<T>;
    pub fn clone(&self) -> HashSet<T>;
    pub fn insert(&mut self, value: T) -> bool;
    pub fn remove(&mut self, value: T) -> bool;
    pub fn take(&mut self, value: T) -> Option<T>;
    pub fn get(&self, value: T) -> Option<T>;
    pub fn contains(&self, value: T) -> bool;
    pub fn iter(&self) -> Iter<T>;
    pub fn into_iter(self) -> Iter<T>;
    pub fn drain(&mut self) -> Iter<T>;
    pub fn retain(&mut self, f: fn(T) -> bool);
    pub fn difference(&self, other: HashSet<T>) -> Iter<T>;
    pub fn union(&self, other: HashSet<T>) -> Iter<T>;
    pub fn intersection(&self, other: HashSet<T>) -> Iter<T>;
    pub fn first(&self) -> Option<T>;
    pub fn last(&self) -> Option<T>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn extend<I>(&mut self, values: I);
}
pub type BTreeSet<T> = HashSet<T>;

// What leads to something else has its members.
// Also what `derive` makes of them.
pub trait Clone { fn clone(&self) -> Self; fn to_owned(&self) -> Self; }
pub trait Default { fn default() -> Self; }

pub trait Deref { type Target; }
pub struct Box<T> { inner: T }
impl<T> Deref for Box<T> { type Target = T; }
impl<T> Box<T> { pub fn new(value: T) -> Box<T>; pub fn from(value: T) -> Box<T>; pub fn pin(value: T) -> Pin<T>; pub fn leak(b: Box<T>) -> T; pub fn as_ref(&self) -> T; pub fn as_mut(&mut self) -> T; }
pub struct Rc<T> { inner: T }
impl<T> Deref for Rc<T> { type Target = T; }
impl<T> Rc<T> { pub fn new(value: T) -> Rc<T>; pub fn from(value: T) -> Rc<T>; pub fn clone(own: &Rc<T>) -> Rc<T>; pub fn as_ref(&self) -> T; pub fn get_mut(own: &mut Rc<T>) -> Option<T>; pub fn make_mut(own: &mut Rc<T>) -> T; pub fn downgrade(own: &Rc<T>) -> Weak<T>; pub fn ptr_eq(a: Rc<T>, b: Rc<T>) -> bool; pub fn strong_count(own: Rc<T>) -> usize; pub fn try_unwrap(own: Rc<T>) -> Result<T, Rc<T>>; }
pub struct Arc<T> { inner: T }
impl<T> Deref for Arc<T> { type Target = T; }
impl<T> Arc<T> { pub fn new(value: T) -> Arc<T>; pub fn from(value: T) -> Arc<T>; pub fn clone(own: &Arc<T>) -> Arc<T>; pub fn as_ref(&self) -> T; pub fn get_mut(own: &mut Arc<T>) -> Option<T>; pub fn make_mut(own: &mut Arc<T>) -> T; pub fn downgrade(own: &Arc<T>) -> Weak<T>; pub fn ptr_eq(a: Arc<T>, b: Arc<T>) -> bool; pub fn strong_count(own: Arc<T>) -> usize; pub fn try_unwrap(own: Arc<T>) -> Result<T, Arc<T>>; }
pub struct Weak<T> { inner: T }
impl<T> Weak<T> { pub fn upgrade(&self) -> Option<Rc<T>>; pub fn new() -> Weak<T>; }
pub struct Pin<T> { inner: T }
impl<T> Deref for Pin<T> { type Target = T; }
impl<T> Pin<T> { pub fn new(value: T) -> Pin<T>; pub fn as_mut(&mut self) -> T; pub fn as_ref(&self) -> T; pub fn get_mut(self) -> T; }
pub enum Cow<T> { Borrowed(T), Owned(T) }
impl<T> Deref for Cow<T> { type Target = T; }
impl<T> Cow<T> { pub fn into_owned(self) -> T; pub fn to_mut(&mut self) -> T; pub fn as_ref(&self) -> T; pub fn is_borrowed(&self) -> bool; }
pub struct Cell<T> { inner: T }
impl<T> Cell<T> { pub fn new(value: T) -> Cell<T>; pub fn get(&self) -> T; pub fn set(&self, value: T); pub fn take(&self) -> T; pub fn replace(&self, value: T) -> T; }
pub struct RefCell<T> { inner: T }
impl<T> RefCell<T> { pub fn new(value: T) -> RefCell<T>; pub fn borrow(&self) -> T; pub fn borrow_mut(&self) -> T; pub fn get_mut(&mut self) -> T; pub fn into_inner(self) -> T; pub fn replace(&self, value: T) -> T; pub fn take(&self) -> T; }
pub struct Mutex<T> { inner: T }
impl<T> Mutex<T> { pub fn new(value: T) -> Mutex<T>; pub fn lock(&self) -> Result<T, PoisonError>; pub fn try_lock(&self) -> Result<T, PoisonError>; pub fn get_mut(&mut self) -> Result<T, PoisonError>; pub fn into_inner(self) -> Result<T, PoisonError>; }
pub struct RwLock<T> { inner: T }
impl<T> RwLock<T> { pub fn new(value: T) -> RwLock<T>; pub fn read(&self) -> Result<T, PoisonError>; pub fn write(&self) -> Result<T, PoisonError>; pub fn into_inner(self) -> Result<T, PoisonError>; }
pub type MutexGuard<T> = T;
pub type RwLockReadGuard<T> = T;
pub type RwLockWriteGuard<T> = T;
pub type Ref<T> = T;
pub type RefMut<T> = T;
pub struct OnceLock<T> { inner: T }
impl<T> OnceLock<T> { pub fn new() -> OnceLock<T>; pub fn get(&self) -> Option<T>; pub fn get_or_init(&self, f: fn() -> T) -> T; pub fn set(&self, value: T) -> Result<(), T>; }
pub type OnceCell<T> = OnceLock<T>;
pub struct LazyLock<T> { inner: T }
impl<T> Deref for LazyLock<T> { type Target = T; }
impl<T> LazyLock<T> { pub fn new(f: fn() -> T) -> LazyLock<T>; }
pub struct ManuallyDrop<T> { inner: T }
impl<T> Deref for ManuallyDrop<T> { type Target = T; }
pub struct PhantomData<T> { inner: T }
pub struct Sender<T> { item: T }
impl<T> Sender<T> { pub fn send(&self, value: T) -> Result<(), SendError>; }
pub struct Receiver<T> { item: T }
impl<T> Receiver<T> { pub fn recv(&self) -> Result<T, RecvError>; pub fn try_recv(&self) -> Result<T, RecvError>; pub fn iter(&self) -> Iter<T>; pub fn into_iter(self) -> Iter<T>; }
pub struct JoinHandle<T> { item: T }
impl<T> JoinHandle<T> { pub fn join(self) -> Result<T, Any>; }

pub struct String { text: str }
impl Deref for String { type Target = str; }
impl String {
    pub fn new() -> String;
    pub fn from<A>(text: A) -> String;
    pub fn with_capacity(n: usize) -> String;
    pub fn from_utf8(bytes: Vec<u8>) -> Result<String, FromUtf8Error>;
    pub fn from_utf8_lossy(bytes: Vec<u8>) -> Cow<str>;
    pub fn as_str(&self) -> str;
    pub fn push_str(&mut self, text: str);
    pub fn push(&mut self, c: char);
    pub fn pop(&mut self) -> Option<char>;
    pub fn clone(&self) -> String;
    pub fn into_bytes(self) -> Vec<u8>;
    pub fn into_boxed_str(self) -> Box<str>;
    pub fn insert(&mut self, at: usize, c: char);
    pub fn insert_str(&mut self, at: usize, text: str);
    pub fn remove(&mut self, at: usize) -> char;
    pub fn truncate(&mut self, n: usize);
    pub fn clear(&mut self);
    pub fn reserve(&mut self, n: usize);
    pub fn drain<R>(&mut self, range: R) -> Iter<char>;
    pub fn extend<I>(&mut self, values: I);
    pub fn retain(&mut self, f: fn(char) -> bool);
    pub fn as_ref(&self) -> str;
}
pub struct str { len: usize }
impl str {
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn as_bytes(&self) -> Vec<u8>;
    pub fn as_str(&self) -> str;
    pub fn as_ref(&self) -> str;
    pub fn bytes(&self) -> Iter<u8>;
    pub fn chars(&self) -> Iter<char>;
    pub fn char_indices(&self) -> Iter<(usize, char)>;
    pub fn lines(&self) -> Iter<str>;
    pub fn split<P>(&self, p: P) -> Iter<str>;
    pub fn rsplit<P>(&self, p: P) -> Iter<str>;
    pub fn splitn<P>(&self, n: usize, p: P) -> Iter<str>;
    pub fn rsplitn<P>(&self, n: usize, p: P) -> Iter<str>;
    pub fn split_terminator<P>(&self, p: P) -> Iter<str>;
    pub fn split_inclusive<P>(&self, p: P) -> Iter<str>;
    pub fn split_whitespace(&self) -> Iter<str>;
    pub fn split_ascii_whitespace(&self) -> Iter<str>;
    pub fn split_once<P>(&self, p: P) -> Option<(str, str)>;
    pub fn rsplit_once<P>(&self, p: P) -> Option<(str, str)>;
    pub fn split_at(&self, at: usize) -> (str, str);
    pub fn strip_prefix<P>(&self, p: P) -> Option<str>;
    pub fn strip_suffix<P>(&self, p: P) -> Option<str>;
    pub fn trim(&self) -> str;
    pub fn trim_start(&self) -> str;
    pub fn trim_end(&self) -> str;
    pub fn trim_matches<P>(&self, p: P) -> str;
    pub fn trim_start_matches<P>(&self, p: P) -> str;
    pub fn trim_end_matches<P>(&self, p: P) -> str;
    pub fn starts_with<P>(&self, p: P) -> bool;
    pub fn ends_with<P>(&self, p: P) -> bool;
    pub fn contains<P>(&self, p: P) -> bool;
    pub fn find<P>(&self, p: P) -> Option<usize>;
    pub fn rfind<P>(&self, p: P) -> Option<usize>;
    pub fn get<R>(&self, range: R) -> Option<str>;
    pub fn replace<P>(&self, p: P, with: str) -> String;
    pub fn replacen<P>(&self, p: P, with: str, n: usize) -> String;
    pub fn repeat(&self, n: usize) -> String;
    pub fn to_string(&self) -> String;
    pub fn to_owned(&self) -> String;
    pub fn to_lowercase(&self) -> String;
    pub fn to_uppercase(&self) -> String;
    pub fn to_ascii_lowercase(&self) -> String;
    pub fn to_ascii_uppercase(&self) -> String;
    pub fn eq_ignore_ascii_case(&self, other: str) -> bool;
    pub fn is_char_boundary(&self, at: usize) -> bool;
    pub fn matches<P>(&self, p: P) -> Iter<str>;
    pub fn match_indices<P>(&self, p: P) -> Iter<(usize, str)>;
    pub fn parse<F>(&self) -> Result<F, ParseError>;
    pub fn into<A>(self) -> A;
    pub fn borrow(&self) -> str;
    pub fn cmp(&self, other: str) -> Ordering;
}
pub enum Ordering { Less, Equal, Greater }
impl Ordering {
    pub fn reverse(self) -> Ordering;
    pub fn then(self, other: Ordering) -> Ordering;
    pub fn then_with(self, f: fn() -> Ordering) -> Ordering;
    pub fn is_eq(self) -> bool;
}
