from fastapi import FastAPI

app = FastAPI()


@app.get("/items/{id}")
def item(id: int): ...
