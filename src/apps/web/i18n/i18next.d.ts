import 'i18next';
import type { Words } from './words.ts';

/** `a.b.c` of every text. */
type Keys<Entries> = {
  [Key in keyof Entries & string]: Entries[Key] extends string ? Key : `${Key}.${Keys<Entries[Key]>}`;
}[keyof Entries & string];
type Flat<Entries> = { readonly [Key in Keys<Entries>]: string };

// A key that is not in the English words does not compile; scripts/check-i18n.ts holds the Italian ones to the same keys.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    // Flat, and without a look into the texts: otherwise each of two thousand calls walks its namespace and parses what it says.
    keySeparator: false;
    parseInterpolation: false;
    resources: { [Namespace in keyof Words]: Flat<Words[Namespace]> };
  }
}
