import graphene
from mutations import CreateUser, DropUser, Plain
from parts import PartQueries


def find_me(root, info):
    return 1


class Query(PartQueries, graphene.ObjectType):
    all_users = graphene.List(graphene.String)
    me = graphene.Field(graphene.String, resolver=find_me)
    unresolved = graphene.String()
    renamed = graphene.String(name="otherName")

    def resolve_all_users(self, info):
        return []

    def resolve_renamed(self, info):
        return ""

    def resolve_nothing(self, info):
        return None


class Mutation(graphene.ObjectType):
    create_user = CreateUser.Field()
    drop_user = DropUser.Field()
    plain = Plain.Field()


class User(graphene.ObjectType):
    name = graphene.String()

    def resolve_name(self, info):
        return ""


schema = graphene.Schema(query=Query, mutation=Mutation)
