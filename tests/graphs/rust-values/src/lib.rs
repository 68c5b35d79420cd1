//! What values are: by patterns, closures, generic results and macros.
//! No library is at hand here, so what would be its types is written out.
pub enum Maybe<T> { Just(T), Nothing }
impl<T> Maybe<T> {
    fn unwrap(self) -> T { loop {} }
    fn map<U>(self, f: impl FnOnce(T) -> U) -> Maybe<U> { Maybe::Nothing }
}
pub struct Rows<T> { first: T }
impl<T> Rows<T> {
    fn each<B, F>(&self, f: F) -> Rows<B> where F: Fn(&T) -> B { loop {} }
    fn into_iter(self) -> Self { self }
    fn next(&mut self) -> Maybe<T> { Maybe::Nothing }
}
pub struct Item { next: Maybe<Tag>, tags: [Tag; 2] }
pub struct Tag;
pub enum Event { One(Item), Two { tag: Tag, many: Rows<Item> }, None }
impl Tag { fn go(&self) -> bool { true } }
impl Item {
    fn new() -> Item { Item { next: Maybe::Just(Tag), tags: [Tag, Tag] } }
    fn tag(&self) -> &Tag { &self.tags[0] }
    fn try_tag(&self) -> Maybe<Tag> { Maybe::Just(Tag) }
    fn apply<F: Fn(&Tag) -> bool>(&self, f: F) -> bool { f(self.tag()) }
}
fn patterns(event: Event, pair: (Item, Tag)) {
    match event {
        Event::One(item) => item.tag().go(),
        Event::Two { tag, many } => tag.go() && many.first.tag().go(),
        Event::None => false,
    };
    let (item, _) = pair;
    item.tag();
    pair.1.go();
    if let Maybe::Just(next) = &item.next { next.go(); }
    let tag = item;
    tag.tag();
    let Maybe::Just(tag) = tag.try_tag() else { return };
    tag.go();
}
fn flow(items: Rows<Item>) -> bool {
    items.each(|item| item.tag()).each(|tag| tag.go());
    for item in items { item.tag(); }
    items.first.try_tag()?.go();
    items.first.next.map(|tag| Item::new()).unwrap().tag();
    items.first.apply(|tag| tag.go());
    let made = Maybe::Just(Item::new());
    made.unwrap().tag();
    println!("{}", items.first.tag().go());
    assert!(made.map(|item| item.apply(|tag| tag.go())).unwrap());
    unknown.go();
    let chosen = if true { Item::new() } else { Item::new() };
    chosen.tag()
}
