import graphene


class CreateUser(graphene.Mutation):
    class Arguments:
        name = graphene.String()

    ok = graphene.Boolean()

    def mutate(root, info, name):
        return CreateUser(ok=True)


class Plain:
    @staticmethod
    def Field():
        return 1

    def mutate(self):
        return 2


class BaseMutation(graphene.Mutation):
    class Meta:
        abstract = True

    @classmethod
    def mutate(cls, root, info):
        return cls.perform(info)


class DropUser(BaseMutation):
    @classmethod
    def perform(cls, info):
        return None
