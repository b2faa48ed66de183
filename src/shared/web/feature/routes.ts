import { createRootRoute, createRoute } from '@tanstack/react-router';

// Areas hang their pages on these two; `src/apps/web/router.tsx` gives them their components.

/** The parent of pages that are open to everybody. */
export const root = createRootRoute();

let admit: (href: string) => Promise<void> = async () => {
  throw new Error('nobody has said who may enter: call setAdmission first');
};

/** Says what is checked before a page behind the sign-in is shown; a refusal throws the redirect to follow. */
export function setAdmission(check: (href: string) => Promise<void>): void {
  admit = check;
}

/** The parent of pages behind the sign-in. */
export const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: ({ location }) => admit(location.href),
});
