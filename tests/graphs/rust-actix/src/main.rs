use actix_web::{get, post, web, App, HttpServer};

#[get("/hello/{name}")]
async fn hello() {}

#[post("/echo")]
async fn echo() {
    log();
}

async fn manual() {}
async fn index() {}
fn log() {}

fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(web::resource("/index").route(web::get().to(index)));
    cfg.service(web::scope("/api").service(echo));
}

#[actix_web::main]
async fn main() {
    HttpServer::new(|| App::new().service(hello).route("/hey", web::get().to(manual)).configure(config));
}
