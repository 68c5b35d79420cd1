import httpx
from flask import Blueprint, Flask
from flask.views import MethodView
from flask_restful import Api, Resource

app = Flask(__name__)
blueprint = Blueprint("api", __name__, url_prefix="/api")
api = Api(blueprint)


class Item(MethodView):
    def get(self, id): ...

    def patch(self, id): ...


class Todo(Resource):
    def delete(self): ...

    def helper(self): ...


app.add_url_rule("/items/<id>", view_func=Item.as_view("item"))
api.add_resource(Todo, "/todo", "/task")
app.register_blueprint(blueprint)


class Other:
    def add_resource(self, resource, path): ...


# No route: another object.
Other().add_resource(Todo, "/other")


async def ask():
    async with httpx.AsyncClient(base_url="http://localhost:5000") as client:
        await client.delete("/api/task")


def test_items():
    app.test_client().patch("/items/1")
