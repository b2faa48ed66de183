import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const view = (id: number, name: string, search: object = {}) => ({
  id,
  name,
  search,
  list: 'dashboard',
  hidden: null,
  shared: true,
  mine: true,
  owner: { id: 1, name: 'Marta Rinaldi' },
  version: 1,
});
const VIEWS = [
  view(1, 'Tutto il parco'),
  view(2, 'Da guardare subito', { status: 'alarm' }),
  view(3, 'Impianti della Puglia e della Basilicata con contratto di manutenzione', { q: 'a' }),
];

async function prepare(page: Page): Promise<void> {
  await page.route('**/api/v1/list-views/**', (route) => route.fulfill({ json: VIEWS }));
}
const ready = (page: Page) => page.locator('[data-wall-plant]').first().waitFor();
const full = { signedIn: true, prepare } as const;

/** The wall of saved views. */
export const WALL_SCREENS: readonly Screen[] = [
  { ...full, name: 'wall', path: '/apps/asset/wall?paused=1', ready },
  {
    ...full,
    name: 'wall-states',
    path: '/apps/asset/wall?paused=1&at=3',
    stub: { call: '**/api/v1/plants-card-list/**', empty: [] },
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    ...full,
    name: 'wall-settings',
    path: '/apps/asset/wall?paused=1',
    ready,
    act: (page) => page.getByRole('button', { name: /^(Viste e intervallo|Views and interval)$/ }).click(),
  },
];
