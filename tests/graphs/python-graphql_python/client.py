from gql import gql

LIST = gql("""
    query List { allUsers { fullName } me { fullName } orders { id } all_users }
""")


def load(client):
    return client.execute(LIST)


def create(client):
    return client.execute(gql("mutation { createUser(name: 1) { fullName } cancel fullName }"))
