from gql import gql

LIST = gql("""
    query List { allUsers me part otherName hidden name }
""")
MAKE = gql("mutation { createUser(name: 1) { ok } plain }")
