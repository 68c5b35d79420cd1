import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { loadStats } from './stats';

export const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/api' }),
  endpoints: (build) => ({
    getPost: build.query<string, string>({ query: (id) => `posts/${id}` }),
    addPost: build.mutation({
      query(body) {
        return { url: 'posts', method: 'POST', body };
      },
    }),
    getStats: build.query({ queryFn: loadStats }),
    getAny: build.query({ query: (path) => path }),
    plain: other.query({ query: () => 'posts' }),
  }),
});

const more = api.injectEndpoints({
  endpoints: (b) => ({
    removePost: b.mutation({ query: (id: string) => ({ url: `/posts/${id}`, method: 'DELETE' }) }),
  }),
});

export const { useGetPostQuery, useLazyGetPostQuery, useAddPostMutation } = api;
export const { useRemovePostMutation } = more;
