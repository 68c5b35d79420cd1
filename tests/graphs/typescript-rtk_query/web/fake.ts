// the same names, of no package
export function createApi(options: any) {
  return { useGetPostQuery: () => options };
}

export const fake = createApi({ endpoints: (build: any) => ({ getPost: build.query({ query: () => 'posts' }) }) });
