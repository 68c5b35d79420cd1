import strawberry
from ariadne import MutationType, QueryType

query = QueryType()
mutation = MutationType()


@query.field("orders")
def resolve_orders(*_):
    return []


@mutation.field("cancel")
def resolve_cancel(*_):
    return True


@strawberry.type
class User:
    @strawberry.field
    def full_name(self) -> str:
        return ""


@strawberry.type
class Query:
    @strawberry.field
    def all_users(self) -> list[User]:
        return []

    @strawberry.field(name="me")
    def current(self) -> User:
        return User()


@strawberry.type
class Mutation:
    @strawberry.mutation
    def create_user(self, name: str) -> User:
        return User()
