import { NARROW, type PortalView, WIDE } from '../../support/browser.ts';

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
