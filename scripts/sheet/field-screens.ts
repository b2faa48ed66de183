import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import { press, type Screen } from './screen.ts';

const HOME = '/apps/cloudcontrol';
const rows = (page: Page) => page.locator('a[data-row-link]').first().waitFor();

/** Follows a device of the shown plant to its page, whatever its id is, and opens a part of it. */
const openDevice = (tab: RegExp) => async (page: Page) => {
  await page.getByRole('link', { name: 'INV1', exact: true }).first().click();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('tabpanel').getByText(/./).first().waitFor();
  await page.waitForTimeout(600);
};
const DEVICE = `${HOME}?plant=${SHOWN_PLANT}&q=INV1`;
const device = (name: string, tab: RegExp, act?: (page: Page) => Promise<unknown>): Screen => ({
  name: `field-${name}`,
  path: DEVICE,
  signedIn: true,
  long: true,
  ready: rows,
  act: async (page) => {
    await openDevice(tab)(page);
    await act?.(page);
  },
});

const AT = '2026-06-18T09:10:00.000Z';
const CONNECTION = /^(Connessione|Connection)/;
const REFUSED = { code: 'refused_address', address: '10.20.0.9', port: 502 };

/** How a device's port stands: not allowed to this company, or open while the device is silent. */
const standing = (name: string, port_state: object, state: string, tab = CONNECTION): Screen => ({
  ...device(name, tab),
  prepare: (page) =>
    page.route('**/cloudcontrol/v1/devices/*/newest/', async (route) => {
      const response = await route.fetch();
      const newest = await response.json();
      const reason = state === 'silent' ? { code: 'timeout', timeout_ms: 2000 } : null;
      const health = { ...newest.health, state, reason, since: AT };
      await route.fulfill({ response, json: { ...newest, port_state, health } });
    }),
});

/** Cloud control: the devices and ports of the field, and one device's configuration. */
export const FIELD_SCREENS: readonly Screen[] = [
  {
    name: 'field-home',
    path: HOME,
    signedIn: true,
    stub: { call: '**/cloudcontrol/v1/loadDevices/**', empty: [] },
    ready: rows,
  },
  { name: 'field-ordered', path: `${HOME}?sort=-contact`, signedIn: true, ready: rows },
  {
    name: 'field-new-port',
    path: HOME,
    signedIn: true,
    ready: rows,
    act: (page) => press(page, /^(Nuova porta|New port)$/),
  },
  device('variables', /^(Variabili|Variables)/),
  device('variable-form', /^(Variabili|Variables)/, (page) =>
    press(page, /^(Modifica|Edit) (Potenza AC|AC power)/),
  ),
  device('variables-add', /^(Variabili|Variables)/, (page) =>
    press(page, /^(Aggiungi variabili|Add variables)$/),
  ),
  device('connection', /^(Connessione|Connection)/),
  standing('connection-refused', { connected: false, since: AT, reason: REFUSED }, 'unknown'),
  standing('connection-silent', { connected: true, since: AT, reason: null }, 'silent'),
  standing(
    'variables-silent',
    { connected: true, since: AT, reason: null },
    'silent',
    /^(Variabili|Variables)/,
  ),
  device('device', /^(Dispositivo|Device)/),
  device('health', /^(Diagnostica|Diagnostics)/),
  device('versions', /^(Versioni|Versions)/),
  device('notes', /^(Note|Notes)/),
];
