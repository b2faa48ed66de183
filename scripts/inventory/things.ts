import { VALUE, type Words, withoutValues } from './words.ts';

/** A node of the page's accessibility tree, as Playwright's `ariaSnapshotJSON` tells it. */
export interface TreeNode {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly url?: string;
  readonly children?: readonly (TreeNode | string)[];
}

/** Something that a person can use or see somewhere: its kind is its accessible role. */
export interface Thing {
  readonly place: string;
  readonly kind: string;
  readonly name: string;
}

/** Counted even where nothing but a value names them. */
const CONTROLS =
  /^(button|link|textbox|searchbox|combobox|spinbutton|slider|checkbox|switch|radio|tab|menuitem\w*|treeitem)$/;
/** Counted where words of the portal name them: with a value for a name they are what a company has, not what the portal can do. */
const LABELS =
  /^(heading|columnheader|rowheader|option|term|img|region|figure|form|group|radiogroup|table|grid|tree|tablist|list|progressbar|meter)$/;
/** They hold things of their own. */
const WITHIN = /^(dialog|alertdialog|menu)$/;
/** What is said in these is a value, or their name says it already. */
const SILENT =
  /^(row|rowheader|columnheader|cell|gridcell|option|button|link|tab|menuitem\w*|treeitem|heading|caption|status|alert|term)$/;
const AROUND = /^(banner|navigation|contentinfo)$/;
const MAX_TEXT = 40;

/** Where a path leads, without the values in it; `routes` are the portal's patterns, such as /apps/asset/plants/$proj_code. */
export function targetOf(url: string, routes: readonly string[]): string {
  if (url.startsWith('#')) return '#';
  if (!url.startsWith('/')) return url.replace(/^(\w+:(?:\/\/[^/?#]*)?).*$/, '$1');
  const [path = '', query = ''] = url.replace(/#.*$/, '').split('?');
  const bare = path.replace(/^\/(en|it)(?=\/|$)/, '').replace(/(?<=.)\/$/, '') || '/';
  const shapes = routes.map((route) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`));
  const exact = routes.includes(bare) ? bare : routes[shapes.findIndex((shape) => shape.test(bare))];
  const names = [...new Set([...new URLSearchParams(query).keys()])].sort();
  return (exact ?? bare.replaceAll(/\d+/g, VALUE)) + (names.length > 0 ? `?${names.join('&')}` : '');
}

export interface Reading {
  /** The pattern of the screen's route. */
  readonly place: string;
  readonly routes: readonly string[];
  readonly words: Words;
}

function* ownThings(node: TreeNode, place: string, within: string, reading: Reading): Generator<Thing> {
  const { role, name = '', url } = node;
  const called = withoutValues(
    name || (role === 'term' || role === 'heading' ? (node.text ?? '') : ''),
    reading.words,
  );
  if (CONTROLS.test(role)) {
    const kind = role === 'button' && within === 'columnheader' ? 'sort' : role;
    yield { place, kind, name: url === undefined ? called : `${called} → ${targetOf(url, reading.routes)}` };
  } else if (LABELS.test(role) && called !== VALUE) yield { place, kind: role, name: called };
}

function* texts(node: TreeNode, place: string, { words }: Reading): Generator<Thing> {
  if (SILENT.test(node.role)) return;
  for (const text of [
    node.text ?? '',
    ...(node.children ?? []).filter((child) => typeof child === 'string'),
  ]) {
    // What has several parts is a sentence made of values.
    const called = withoutValues(text, words, 1);
    if (called !== VALUE && called.length <= MAX_TEXT) yield { place, kind: 'text', name: called };
  }
}

interface Above {
  readonly place: string;
  readonly role: string;
  readonly inMain: boolean;
}

function* walk(node: TreeNode, above: Above, reading: Reading): Generator<Thing> {
  const { role } = node;
  const place = placeOf(node, above, reading);
  yield* ownThings(node, place, above.role, reading);
  yield* texts(node, place, reading);
  const inMain = above.inMain || role === 'main';
  for (const child of node.children ?? [])
    if (typeof child !== 'string') yield* walk(child, { place, role, inMain }, reading);
}

/** What surrounds the screens of an application is told once for all of them. */
export const frameOf = (place: string): string =>
  `frame of ${/^\/apps\/[^/]+/.exec(place)?.[0] ?? 'other screens'}`;

function placeOf({ role, name = '', url }: TreeNode, { place, inMain }: Above, reading: Reading): string {
  if (WITHIN.test(role)) return `${place} » ${role} ${withoutValues(name, reading.words)}`;
  const around = !inMain && place === reading.place && (AROUND.test(role) || url?.startsWith('#'));
  return around ? frameOf(place) : place;
}

/** All that a page's tree holds; a text that names something beside it is not told again. */
export function thingsIn(tree: readonly (TreeNode | string)[], reading: Reading): Thing[] {
  const top = { place: reading.place, role: '', inMain: false };
  const things = tree.flatMap((node) => (typeof node === 'string' ? [] : [...walk(node, top, reading)]));
  const keyOf = ({ place, name }: Thing) => `${place}\t${name}`;
  const named = new Set(things.filter(({ kind }) => kind !== 'text').map(keyOf));
  return things.filter((thing) => thing.kind !== 'text' || !named.has(keyOf(thing)));
}
