import graphene


class PartQueries:
    part = graphene.Field(graphene.String)

    def resolve_part(self, info):
        return ""
