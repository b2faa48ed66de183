import 'i18next';
import type { Words } from './words.ts';

// A key that is not in the English words does not compile; scripts/check-i18n.ts holds the Italian ones to the same keys.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Words;
  }
}
