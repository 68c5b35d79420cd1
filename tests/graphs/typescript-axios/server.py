from fastapi import FastAPI

app = FastAPI()


@app.put("/users/{id}")
def change(id: int):
    return id
