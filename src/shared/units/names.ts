const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

/** Two names as people order them: INV2 stands before INV10, whatever the case. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

// biome-ignore lint/suspicious/noControlCharactersInRegex: whatever has no accents
const PLAIN = /^[\x00-\x7f]*$/;

/** A text without case and accents: whoever types `perche` finds `Perché`, and `forli` what stands in Forlì. */
export function fold(text: string): string {
  // Most texts have none, and of ten thousand names each costs.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('it');
}
