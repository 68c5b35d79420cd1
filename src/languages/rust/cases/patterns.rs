//! Patterns bind parts of what is matched.
enum Event {
    Key(char, Modifiers),
    Click { at: Point, button: Button },
    Quit,
}
fn handle(event: Event, (left, right): (Point, Point), [first, ..]: [Point; 3]) {
    match event {
        Event::Key(c, ref mods) if mods.shift() => c.is_alphabetic(),
        Event::Click { at, button: pressed } => at.x(),
        Event::Key('a' | 'b', _) | Event::Quit => false,
        whole @ Event::Key(..) => whole.stop(),
    };
    if let Some(x) = find() && x.ok() {
        x.use_it();
    } else if let Err(e) = check() {
        e.report();
    }
    while let Some(Pair(a, _)) = next() { a.go(); }
    let Some(y) = find() else { return };
    let (mut a, b): (A, B) = both();
    for (i, item) in list.iter().enumerate() { item.visit(i); }
    left.0.x();
}
