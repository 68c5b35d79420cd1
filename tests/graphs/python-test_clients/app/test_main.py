from fastapi.testclient import TestClient

from app.main import app

client = TestClient(app)


def test_item():
    client.get("/items/7")


# No request: a dictionary.
def test_cache():
    {}.get("/items/7")
