import { DEFAULT_CLOCK } from '../../../shared/units/zones.ts';

const MAX_CODE = 32;

/** A plant's code made from its name: capital letters, digits and hyphens; nothing where the name holds none of them. */
export function codeBeside(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  const code = plain.replace(/[^A-Z0-9]+/g, '-').replace(/^-+/, '');
  return code.slice(0, MAX_CODE).replace(/-+$/, '');
}

/** The zones to choose from, and the one to begin with: the reader's own, where the server knows it too. */
export function zonesFor(here: string): { zones: string[]; first: string } {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();
  return { zones, first: zones.includes(here) ? here : DEFAULT_CLOCK };
}
