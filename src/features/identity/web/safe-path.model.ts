/**
 * Where to go on after the sign-in: a place of this portal, whatever the address said, never another site's.
 * @param origin of the portal, such as https://portal.example
 */
export function safeTarget(next: string | undefined, origin: string): URL {
  const home = new URL('/', origin);
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return home;
  const target = new URL(next, origin);
  // What dots and tabs come to is looked at, not how it is written; a path of two slashes would name a host.
  return target.origin === home.origin && !target.pathname.startsWith('//') ? target : home;
}
