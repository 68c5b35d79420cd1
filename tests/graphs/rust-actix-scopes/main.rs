use actix_web::{get, web, App, HttpResponse};

pub fn app() {
    App::new().service(web::scope("/api").configure(config));
}

// Scopes that are made inside of a function that is mounted begin with each other's paths alone.
fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(
        web::scope("/users")
            .service(list)
            .service(web::scope("/{id}").route("/name", web::get().to(name)).service(web::resource("/x").to(name))),
    )
    .route("/about", web::get().to(name));
}

#[get("")]
async fn list() -> HttpResponse {
    HttpResponse::Ok().finish()
}

async fn name() -> HttpResponse {
    HttpResponse::Ok().finish()
}
