mod r#type;

pub fn plain() {}
pub fn r#match() {}

pub struct Held;
pub struct Holder {
    r#in: Held,
}

impl Held {
    pub fn r#loop(&self) {}
    pub fn go(&self) {}
}

pub fn uses(r#fn: &Held) {
    r#plain();
    plain();
    r#match();
    crate::r#match();
    r#fn.go();
    r#fn.r#go();
    r#type::make();
}

impl Holder {
    fn all(&self) {
        self.r#in.r#loop();
        self.r#in.go();
    }
}

/* Another name, and nobody's. */
pub fn others(r: &Held) {
    r.r#plain();
    r#make();
}
