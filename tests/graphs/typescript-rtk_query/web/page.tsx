import { api, useAddPostMutation, useGetPostQuery, useLazyGetPostQuery, useRemovePostMutation } from './api';
import { fake } from './fake';

export function Page({ id, name }) {
  const post = useGetPostQuery(id);
  const [load] = useLazyGetPostQuery();
  const [add] = useAddPostMutation();
  const [remove] = useRemovePostMutation();
  api.useGetStatsQuery();
  api.useGetNothingQuery();
  fake.useGetPostQuery();
  api[`use${name}Query`]();
  return post;
}

export function preload(dispatch, store) {
  dispatch(api.endpoints.getPost.initiate('1'));
  store.endpoints.getPost.initiate('1');
}
