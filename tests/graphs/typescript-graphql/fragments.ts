import { gql } from '@apollo/client';

export const USER = gql`fragment UserParts on User { id name }`;
export const twin = gql`query UserParts { orders { id } }`;
export const own = gql`
  fragment Both on User { id }
  query Own { orders { ...Both } }
`;
