import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

/** Every page, and the short messages over it; the sign-in has none and does not fetch what shows them. */
export function Root() {
  // Where one arrived, not where one wanted to go: whoever is not signed in is led on.
  const atSignIn = useRouterState({
    select: ({ resolvedLocation }) => (resolvedLocation?.pathname ?? '/login') === '/login',
  });
  const [mayTell, setMayTell] = useState(!atSignIn);
  // What a page said on its way to the sign-in stays to be read.
  if (!atSignIn && !mayTell) setMayTell(true);
  return (
    <>
      {mayTell && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
