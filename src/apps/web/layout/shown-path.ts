import { useRouterState } from '@tanstack/react-router';

/**
 * The path of the screen that is rendered. While the next one is on its way, the address is ahead of what is shown, and
 * what may be shown must be judged by what it is.
 */
export function useShownPath(): string {
  return useRouterState({
    select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname,
  });
}
