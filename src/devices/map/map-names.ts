import { plain } from './map-spellings.ts';
import type { MapName } from './map-variable.ts';

const CODE = /^[a-z][a-z0-9_]{0,62}$/;

export interface KnownNames {
  /** The name whose label, in either language, is this. */
  byLabel(label: string): string | undefined;
}

/** Names of the catalogue by their labels, those that two names share left out. */
export function namesByLabel(catalogue: readonly MapName[]): KnownNames {
  const found = new Map<string, string | null>();
  for (const { name, label_en, label_it } of catalogue) {
    for (const label of new Set([plain(label_en), plain(label_it)])) {
      found.set(label, found.has(label) ? null : name);
    }
  }
  return { byLabel: (label) => found.get(plain(label)) ?? undefined };
}

/** A text as the code of a name: "Active power L1 (kW)" becomes active_power_l1_kw; nothing where no letter is left. */
export function codeOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, 63)
    .replace(/_+$/, '');
}

/** The name that is meant: as it stands where it is a code, else that of the catalogue with this label, else made of the text. */
export function readName(text: string, names: KnownNames): { name: string; made: boolean } {
  if (CODE.test(text)) return { name: text, made: false };
  return { name: names.byLabel(text) ?? codeOf(text), made: true };
}
