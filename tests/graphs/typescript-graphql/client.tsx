import { gql, useQuery } from '@apollo/client';
import { USER } from './fragments';

export const GET_USERS = gql`
  # all of them
  query GetUsers($first: Int = 10) @cached(ttl: 60) {
    people: users(first: $first, name: "a { b }") { id ...UserParts ... on Admin { rights } }
    me { id orders { id } }
    __typename
  }
  ${USER}
`;

export function Users() {
  return useQuery(GET_USERS);
}

export async function add(client) {
  return client.mutate(gql`mutation { addUser(name: "x") { id } }`);
}

export function watch(client) {
  return client.subscribe(/* GraphQL */ `subscription Watch { added { id } }`);
}

export function unknown(client) {
  return client.query(gql`query Other { posts { id } }`);
}

export function cut(client) {
  return client.query('query Cut { users { id }');
}

export const sentence = 'query the users { of everything }';
export const plain = 'mutation of the gene';
