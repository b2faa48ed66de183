import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The sources that declare pages: the router and the browser's side of each area. */
export function readPageSources(root: string): { path: string; text: string }[] {
  const paths = ['src/apps/web/router.tsx', ...globSync('src/features/*/*.web.ts', { cwd: root }).sort()];
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The portal's patterns of addresses. */
export function readAddresses(root: string): string[] {
  return readPageSources(root).flatMap(({ text }) =>
    [...text.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path),
  );
}

/** Of which area an address of the portal is, by the source that declares it; none where the router itself does. */
export function areaFinder(root: string): (written: string) => string | undefined {
  const declared = readPageSources(root).map(({ path, text }) => ({
    area: /^src\/features\/(\w+)\//.exec(path)?.[1],
    addresses: [...text.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, address = '']) => address),
  }));
  return (written) =>
    declared.find(({ addresses }) => addresses.some((address) => fits(address, written)))?.area;
}

/** An address of the portal, such as `/apps/asset/plants/$code`, and the file of the page that it opens. */
export interface PortalPage {
  readonly address: string;
  readonly file: string;
}

const LABEL = /\{\s*en: (['"])(?<en>.*?)\1,\s*it: (['"])(?<it>.*?)\3,?\s*\}/g;

/** What the menus say: their entries stand with their pages, and not with the other words. */
export function readMenuLabels(root: string): { en: string; it: string }[] {
  const groups = readFileSync(join(root, 'src/apps/web/navigation.ts'), 'utf8');
  return [groups, ...readPageSources(root).map(({ text }) => text)].flatMap((text) =>
    [...text.matchAll(LABEL)].map(({ groups: { en = '', it = '' } = {} }) => ({ en, it })),
  );
}

/** The pages that a source declares: each `path` that is followed by the import of its page, or by its component. */
export function pagesOf(source: string, text: string): PortalPage[] {
  return text
    .split(/\bpath: (?=')/)
    .slice(1)
    .flatMap((part) => {
      const address = /^'(\/[^']*)'/.exec(part)?.[1];
      const component = /\bcomponent: (\w+),/.exec(part)?.[1];
      const file = /\bimport\('(\.[^']+)'\)/.exec(part)?.[1] ?? (component && importedFrom(text, component));
      return address && file ? [{ address, file: posix.join(dirname(source), file) }] : [];
    });
}

const importedFrom = (text: string, name: string): string | undefined =>
  new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(text)?.[1];

/** The pages that a story opens by their address; where it reads as none, it may open any. */
export function pagesOpenedBy(story: string, pages: readonly PortalPage[]): readonly PortalPage[] {
  // A lone slash is mostly a part of an address, and where a story asserts to be it came by itself.
  const text = story
    .replace(/\b(split|join|startsWith|endsWith)\('\/'\)/g, '')
    .replace(/\b(assert\.\w+|waitForURL)\([^;]*?\);/g, '');
  const written = [...text.matchAll(/['`](?:\/(?:en|it))?(\/[^'`\s]*)['`]/g)].map(([, path = '']) => path);
  const opened = pages.filter(({ address }) => written.some((path) => fits(address, path)));
  return opened.length > 0 ? opened : pages;
}

function fits(address: string, written: string): boolean {
  const shape = new RegExp(`^${address.replace(/\$\w+/g, '[^/?#]+')}/?([?#].*)?$`);
  return shape.test(written);
}
