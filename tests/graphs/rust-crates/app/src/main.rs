mod view;
use shapes::{unit, Box4, Circle};
fn main() {
    let circle: Circle = unit();
    circle.grow().side();
    Box4::of(&circle);
    shapes::util::twice(1);
    view::show(&circle);
    std::process::exit(0);
}
