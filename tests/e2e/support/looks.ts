import { NARROW, type PortalView, WIDE } from '../../support/browser.ts';
import { today, tryAll } from '../../support/today.ts';

/** How a screen is looked at: its window, its theme, its language. */
export interface Look {
  name: string;
  prefix: string;
  narrow: boolean;
  view: PortalView;
}
export const LOOKS: readonly Look[] = [
  {
    name: 'wide, light, Italian',
    prefix: '/it',
    narrow: false,
    view: { viewport: WIDE, locale: 'it-IT', colorScheme: 'light' },
  },
  {
    name: 'narrow, dark, English',
    prefix: '/en',
    narrow: true,
    view: { viewport: NARROW, locale: 'en-GB', colorScheme: 'dark' },
  },
];

/** Of the looks the one whose turn it is today at the n-th place; at the next place it is the other, and so it is tomorrow. */
export const looksOfToday = (nth: number): readonly Look[] =>
  LOOKS.filter((_, i) => tryAll || i === (nth + today) % LOOKS.length);
