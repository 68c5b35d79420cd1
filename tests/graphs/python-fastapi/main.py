from fastapi import FastAPI

from routers import items
from routers.users import router as users_router

app = FastAPI()
app.include_router(items.router)
app.include_router(users_router, prefix="/v1")


@app.get("/")
async def root():
    return helper()


def helper():
    return {}
