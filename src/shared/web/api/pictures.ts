import { queryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Fetches a person's picture by its content hash; throws CallError. */
export type PictureLoader = (digest: string) => Promise<Blob>;

let loadPicture: PictureLoader | undefined;

/** Pictures are asked for with the bearer, which only calls carry: apps say by which call. */
export function setPictureLoader(given: PictureLoader): void {
  loadPicture = given;
}

/** The address of a picture in this page. What a hash names never changes, so it is asked for once. */
export const pictureQuery = (digest: string | null) =>
  queryOptions({
    queryKey: ['picture', digest],
    queryFn: async () => {
      if (!loadPicture || !digest) throw new Error('no way to load pictures was given');
      return URL.createObjectURL(await loadPicture(digest));
    },
    enabled: digest !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

// A picture that nothing shows any more gives its memory back.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const url: unknown = query.state.data;
  if (type === 'removed' && query.queryKey[0] === 'picture' && typeof url === 'string')
    URL.revokeObjectURL(url);
});
