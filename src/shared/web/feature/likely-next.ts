import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A screen that has just come is drawn and asks its second questions in this time. */
const SETTLED_MS = 600;

interface Fetchable {
  readonly options: { readonly component?: { preload?: () => Promise<unknown> } };
}

/**
 * Fetches the program of the page that is most likely opened next, with its words and parts, once this one has come: whoever
 * opens it then waits for its answer alone. What could not be fetched is asked for again, and told, where it is opened.
 * @param path of its route; @param has_come whether this page shows its rows; @param beside fetches what belongs to it
 */
export function useLikelyNext(path: string, has_come: boolean, beside?: () => Promise<unknown>): void {
  const router = useRouter();
  useEffect(() => {
    if (!has_come) return undefined;
    const routes: Readonly<Record<string, Fetchable>> = router.routesByPath as never;
    const timer = setTimeout(() => {
      Promise.all([routes[path]?.options.component?.preload?.(), beside?.()]).catch(() => undefined);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [router, path, has_come, beside]);
}
