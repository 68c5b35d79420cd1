import fastapi

router = fastapi.APIRouter(prefix="/items", tags=["items"])


@router.get("/{item_id}")
def read_item(item_id: int):
    return item_id


@router.api_route("/", methods=["PUT", "PATCH"])
def change():
    return None


class Client:
    def get(self, path):
        return lambda f: f


client = Client()


# No route: a client of the project's own.
@client.get("/nothing")
def nothing():
    return None
