import { type AnyCall, isSigned } from '../../../src/shared/contract/call.ts';
import type { Headers } from '../../support/app.ts';
import { calls, type DeclaredCall } from './calls.ts';
import { inThisTurn } from './turns.ts';

/** Other ways to write an address, which a proxy or a router may take for the same. */
export function variantsOf(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const bare = path.replace(/\/$/, '');
  return [
    `/${path}`,
    `//${path}`,
    `/${first}//${tail}`,
    `${path}/`,
    `/.${path}`,
    `/${first}/./${tail}`,
    `/x/..${path}`,
    `/${first}/x/../${tail}`,
    `/assets/..${path}`,
    `/%2e${path}`,
    `/x/%2e%2e${path}`,
    `/x/%2E%2E%2f${first}/${tail}`,
    `/${first}%2F${tail}`,
    `/${first}%2f${tail}`,
    `/${first}%252f${tail}`,
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}/${tail}`,
    path.toUpperCase(),
    `/${first.toUpperCase()}/${tail}`,
    bare,
    `/en${path}`,
    `/it${path}`,
    `/it${bare}`,
    `${bare}.`,
    `${bare}./`,
    `${path}.`,
    `${bare}.json`,
    `${bare};a=1`,
    `${bare};a=1/`,
    `/${first};x/${tail}`,
    path.replaceAll('/', '\\'),
    `/${first}\\${tail}`,
    `/${first}%5c${tail}`,
    `${bare}%20`,
    `${bare}%00/`,
    `${bare}%0a/`,
    `${bare}%3f/`,
    `${bare}%23/`,
    `${path}?`,
    `${path}?id-client=1&id_client=1&access_token=x`,
    `http://127.0.0.1${path}`,
    `http://elsewhere.example${path}`,
  ];
}

/** Headers by which some proxies and frameworks let a request speak for another address or another method. */
export const SAID_OTHERWISE = (path: string, method: string): Headers[] => [
  { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-uri': path, 'x-forwarded-path': path },
  { 'x-http-method-override': method, 'x-http-method': method, 'x-method-override': method },
  { 'x-forwarded-prefix': '/health', 'x-forwarded-host': 'localhost', 'x-real-ip': '127.0.0.1' },
];

/** Calls that ask who comes. */
export const asking = calls.filter(({ call }) => call.access !== 'public' && !isSigned(call));

/** Who has no business with some call at least. */
export const STRANGERS = [
  'nobody',
  'nobody, who would like a page',
  "another company's owner",
  "another company's key",
  'a member without roles',
] as const;
export type Stranger = (typeof STRANGERS)[number];

/** Who is refused at the call itself: whoever is let in there may come in by a side door as well. */
export function refusedAt({ access }: AnyCall): readonly Stranger[] {
  const signedIn: readonly Stranger[] = ["another company's owner", 'a member without roles'];
  return STRANGERS.filter((who) => {
    if (access === 'signed_in') return !signedIn.includes(who);
    if (access.startsWith('key:')) return who !== "another company's key";
    return !(access === 'company.read' && who === 'a member without roles');
  });
}

/**
 * Who tries which of a call's variants: one stranger each, by turns that begin elsewhere with each call. So each call is
 * tried in an eighth of the variants, and every stranger tries every variant at some of the calls.
 */
export function inTurn<T>(declared: DeclaredCall, variants: readonly T[]): [Stranger, T][] {
  const refused = refusedAt(declared.call);
  const begin = asking.indexOf(declared);
  return inThisTurn([...variants.entries()], begin).flatMap(([i, variant]) => {
    const who = refused[(begin + i) % refused.length];
    return who === undefined ? [] : [[who, variant]];
  });
}

/** How many requests it takes: as written by each stranger, in each variant and said otherwise by one. */
export function pathsFloor(of: readonly DeclaredCall[]): number {
  const tries = (declared: DeclaredCall): number => {
    const { method, path } = declared.call;
    return inTurn(declared, variantsOf(path)).length + inTurn(declared, SAID_OTHERWISE(path, method)).length;
  };
  return of.reduce((sum, declared) => sum + refusedAt(declared.call).length + tries(declared), 0);
}
