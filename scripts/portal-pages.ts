import { dirname, posix } from 'node:path';

/** An address of the portal, such as `/apps/asset/plants/$code`, and the file of the page that it opens. */
export interface PortalPage {
  readonly address: string;
  readonly file: string;
}

/** The pages that a source declares: each `path` that is followed by the import of its page. */
export function pagesOf(source: string, text: string): PortalPage[] {
  return text
    .split(/\bpath: (?=')/)
    .slice(1)
    .flatMap((part) => {
      const address = /^'(\/[^']*)'/.exec(part)?.[1];
      const file = /\bimport\('(\.[^']+)'\)/.exec(part)?.[1];
      return address && file ? [{ address, file: posix.join(dirname(source), file) }] : [];
    });
}

/** The pages that a story opens by their address; where it reads as none, it may open any. */
export function pagesOpenedBy(story: string, pages: readonly PortalPage[]): readonly PortalPage[] {
  // A lone slash is mostly a part of an address.
  const text = story.replace(/\b(split|join|startsWith|endsWith)\('\/'\)/g, '');
  const written = [...text.matchAll(/['`](?:\/(?:en|it))?(\/[^'`\s]*)['`]/g)].map(([, path = '']) => path);
  const opened = pages.filter(({ address }) => written.some((path) => fits(address, path)));
  return opened.length > 0 ? opened : pages;
}

function fits(address: string, written: string): boolean {
  const shape = new RegExp(`^${address.replace(/\$\w+/g, '[^/?#]+')}/?([?#].*)?$`);
  return shape.test(written);
}
