import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

const PATH = '/apps/asset/ingestion';
const AT = '2026-06-18T10:31:00.000Z';
const CALLS = '**/api/v1/{mqtt-credentials,refused-readings,mqtt-door}/**';
const create = /^(Crea una credenziale|Create credential)$/;

const credential = (
  device_id: number,
  proj_code: string,
  short_name: string,
  last_seen_at: string | null,
) => ({
  id: device_id,
  device_id,
  proj_code,
  short_name,
  user_name: `c1-d${device_id}`,
  topic: `meridiana/c1-d${device_id}/readings`,
  created_at: '2026-03-04T09:12:00.000Z',
  last_seen_at,
});
const CREDENTIALS = [
  credential(89, 'AUR-013', 'METEO1', AT),
  credential(
    1204,
    'CENTRALE-IDROELETTRICA-MALLERO-2',
    'Contatore-di-scambio-lato-MT',
    '2026-06-17T22:04:00.000Z',
  ),
  credential(91, 'AUR-005', 'INV1', null),
];
const refused = (source: string, device: string, reason: string, count: number) => ({
  source,
  device,
  reason,
  count,
  first_at: '2026-06-02T06:00:00.000Z',
  last_at: AT,
});
const REFUSED = [
  refused('mqtt', 'AUR-013/METEO1', 'unknown_variable', 1_204),
  refused('http', 'AUR-004/INV3', 'looks_like_s', 86),
  refused('http', '', 'unknown_device', 12_640),
  refused('mqtt', 'AUR-005/INV1', 'foreign_topic', 3),
  refused('http', '', 'a reason of tomorrow', 1),
];
const MADE = { ...credential(92, 'AUR-005', 'INV2', null), secret: 'Zk1dVnB4M2xQd0hYc0Y5b1VqTnRyYQ3u' };

/** Answers of a company in the middle of its work. */
const answer =
  (state = 'open') =>
  async (page: Page) => {
    await page.route('**/api/v1/mqtt-credentials/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: MADE })
        : route.fulfill({ json: CREDENTIALS }),
    );
    await page.route('**/api/v1/refused-readings/', (route) => route.fulfill({ json: REFUSED }));
    await page.route('**/api/v1/mqtt-door/', (route) =>
      route.fulfill({ json: { kind: 'embedded', state, host: '0.0.0.0', port: 1883, tls: false } }),
    );
  };
/** An installation that takes nothing by MQTT. */
async function answerOff(page: Page): Promise<void> {
  await page.route('**/api/v1/mqtt-credentials/**', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/v1/mqtt-door/', (route) =>
    route.fulfill({ json: { kind: 'off', state: 'off', host: null, port: null, tls: false } }),
  );
}
const rows = (page: Page) => page.getByText('METEO1').first().waitFor();
const action = (verbs: string) => (page: Page) => press(page, new RegExp(`^(${verbs}): AUR-005 / INV1`));
const choose = async (page: Page) => {
  await press(page, create);
  // Few enough for the list not to scroll.
  await page.getByRole('dialog').getByRole('combobox').fill('AUR-001 / M');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
};
const tab = (name: RegExp) => async (page: Page) => page.getByRole('tab', { name }).click();

/** The screen of data sources. */
export const WAYS_IN_SCREENS: readonly Screen[] = [
  {
    name: 'ingestion',
    path: PATH,
    signedIn: true,
    long: true,
    prepare: answer(),
    ready: rows,
    keyboard: {
      reaches: [/^JSON$/, /(Copia|Copy): /, create, /^(Sostituisci|Replace): /, /^(Rimuovi|Remove): /],
      stops: 60,
    },
  },
  {
    name: 'ingestion-ndjson',
    path: PATH,
    signedIn: true,
    prepare: answer(),
    ready: rows,
    act: tab(/^NDJSON$/),
  },
  {
    name: 'ingestion-lines',
    path: PATH,
    signedIn: true,
    prepare: answer(),
    ready: rows,
    act: tab(/^Line protocol$/),
  },
  { name: 'ingestion-mqtt', path: PATH, signedIn: true, prepare: answer(), ready: rows, act: tab(/^MQTT$/) },
  { name: 'ingestion-file', path: PATH, signedIn: true, prepare: answer(), ready: rows, act: tab(/^File$/) },
  {
    name: 'ingestion-off',
    path: PATH,
    signedIn: true,
    prepare: answerOff,
    ready: heading,
    act: async (page) => {
      await tab(/^MQTT$/)(page);
      // A credential would open nothing: that is said, with what to do instead.
      await page.getByText(/(quindi non si creano|so no credentials)/).waitFor();
      await page.getByRole('button', { name: create }).first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'ingestion-failed',
    path: PATH,
    signedIn: true,
    prepare: (page) =>
      page.route(CALLS, (route) => route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } })),
    ready: heading,
    act: async (page) => {
      await tab(/^MQTT$/)(page);
      await page
        .getByRole('button', { name: /^(Riprova|Try again)$/ })
        .nth(2)
        .waitFor();
    },
  },
  { name: 'ingestion-choose', path: PATH, signedIn: true, prepare: answer(), ready: rows, act: choose },
  {
    name: 'ingestion-replace',
    path: PATH,
    signedIn: true,
    prepare: answer(),
    ready: rows,
    act: action('Sostituisci|Replace'),
  },
  {
    name: 'ingestion-remove',
    path: PATH,
    signedIn: true,
    prepare: answer(),
    ready: rows,
    act: action('Rimuovi|Remove'),
  },
  {
    name: 'ingestion-taken',
    path: PATH,
    signedIn: true,
    prepare: answer('taken'),
    ready: rows,
    act: tab(/^MQTT$/),
  },
  {
    name: 'ingestion-made',
    path: PATH,
    signedIn: true,
    long: true,
    prepare: answer(),
    ready: rows,
    act: async (page) => {
      await choose(page);
      await page.getByRole('dialog').getByRole('option').first().click();
      await page.getByRole('dialog').getByRole('button', { name: create }).click();
      await page.getByText(MADE.secret, { exact: true }).waitFor();
    },
  },
  {
    name: 'ingestion-create',
    path: PATH,
    signedIn: true,
    prepare: answer(),
    ready: rows,
    act: async (page) => {
      await press(page, create);
      await page.getByRole('dialog').getByRole('button', { name: create }).click();
    },
  },
  {
    name: 'ingestion-states',
    path: PATH,
    signedIn: true,
    long: true,
    stub: { call: CALLS, empty: [] },
    ready: heading,
  },
];
