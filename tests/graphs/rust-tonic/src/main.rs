use hello::greeter_client::GreeterClient;
use hello::greeter_server::{Greeter, GreeterServer};
use tonic::{Request, Response, Status};

mod plain;

pub struct MyGreeter {}

#[tonic::async_trait]
impl Greeter for MyGreeter {
    async fn say_hello(&self, request: Request<HelloRequest>) -> Result<Response<HelloReply>, Status> {
        answer(request)
    }
}

fn answer(request: Request<HelloRequest>) -> Result<Response<HelloReply>, Status> {
    todo!()
}

async fn ask() {
    let mut client = GreeterClient::connect("http://localhost:50051").await.unwrap();
    client.say_hello(1).await;
}

fn main() {}
