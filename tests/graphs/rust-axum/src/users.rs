use axum::routing::{delete, get};
use axum::Router;

pub fn router() -> Router {
    Router::new().route("/:id", get(show)).route("/:id/all", delete(remove))
}

async fn show() {}
async fn remove() {}
