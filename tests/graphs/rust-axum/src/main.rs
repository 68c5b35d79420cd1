use axum::{routing::{get, post}, Router};

mod users;

struct Table;

impl Table {
    fn route(self, path: &str, f: fn()) -> Table {
        self
    }
}

fn app() -> Router {
    Router::new()
        .route("/", get(root).post(create))
        .route("/health", get(|| async { check() }))
        .nest("/users", users::router())
}

async fn root() {}
async fn create() {}
fn check() {}
fn plain() {}

fn main() {
    let app = app();
    // No route: our own type.
    Table.route("/table", plain);
}
