import type { Page } from 'playwright-core';
import { noonOfJune, SHOWN_PLANT } from './noon.ts';
import type { Screen } from './screen.ts';

const PATH = '/apps/asset/alarms/rules';
const NOON = noonOfJune();
const DAY = 86_400_000;
const at = (days: number): string => new Date(NOON - days * DAY).toISOString();
const rules = (page: Page) =>
  page
    .getByRole('button', { name: /^(Allarme|Alarm|Avviso|Warning)/ })
    .first()
    .waitFor();
const preview = '**/api/v1/alarm-rules-preview/';
const tryThem = (page: Page) =>
  page.getByRole('button', { name: /^(Prova questi valori|Try these values)$/ }).click();

const previewed = (short_name: string, days: number, rest: object = {}) => ({
  proj_code: SHOWN_PLANT,
  plant_name: 'Centrale di Foggia',
  time_zone: 'Europe/Rome',
  device_id: 1,
  short_name,
  port_name: null,
  from: at(days),
  to: at(days - 0.12),
  count: 1,
  ...rest,
});
const PREVIEW = {
  start: at(30),
  end: at(0),
  step_min: 5,
  plants: { asked: 50, looked_at: 38 },
  looked_until: null,
  proposed: {
    count: 14,
    repeats: 2,
    stood_min: 620,
    first: [previewed('INV1', 29), previewed('INV12', 21, { count: 3 }), previewed('STR4', 2, { to: null })],
  },
  in_force: { count: 47, repeats: 9, stood_min: 9000, first: [] },
  real: 31,
  days: Array.from({ length: 31 }, (_, i) => ({
    day: at(30 - i).slice(0, 10),
    proposed: i % 5 === 0 ? 2 : 0,
    in_force: (i * 7) % 4,
    real: i % 2,
    read: i > 3,
  })),
  next: null,
};
const OWN_RULES = [
  {
    proj_code: null,
    plant_name: null,
    device_id: null,
    short_name: null,
    level: 'company',
    code: 'string_weak',
    enabled: null,
    params: { weak_share_pct: 60, open_after_min: 30 },
  },
  {
    proj_code: 'AUR-003',
    plant_name: 'Serra Alta',
    device_id: null,
    short_name: null,
    level: 'plant',
    code: 'no_production',
    enabled: false,
    params: {},
  },
  {
    proj_code: SHOWN_PLANT,
    plant_name: 'Centrale di Foggia',
    device_id: 2,
    short_name: 'INV2',
    level: 'device',
    code: 'device_silent',
    enabled: null,
    params: { silent_after_polls: 9, close_after_min: 10 },
  },
].map((rule, i) => ({ ...rule, changed_at: at(3 + i * 20), changed_by: i === 2 ? null : 'Marta Rinaldi' }));

const answerOwn = (page: Page) =>
  page.route('**/api/v1/alarm-rules-set/**', (route) =>
    route.fulfill({ json: { count: OWN_RULES.length, next: null, previous: null, results: OWN_RULES } }),
  );

/** When alarms open: of the company, a plant, a device; tried on the past. */
export const ALARM_RULES_SCREENS: readonly Screen[] = [
  {
    name: 'rules',
    path: PATH,
    signedIn: true,
    long: true,
    stub: { call: '**/api/v1/alarm-rules/**' },
    prepare: answerOwn,
    ready: rules,
  },
  {
    name: 'rules-plant',
    path: `${PATH}?plant=${SHOWN_PLANT}&code=string_weak`,
    signedIn: true,
    long: true,
    prepare: async (page) => {
      await answerOwn(page);
      await page.route(preview, (route) => route.fulfill({ json: PREVIEW }));
    },
    ready: rules,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^(Si apre dopo|Opens after)/ }).fill('40');
      await tryThem(page);
      await page.locator('summary').click();
    },
  },
  {
    name: 'rules-trying',
    path: `${PATH}?code=under_expectation`,
    signedIn: true,
    goesOn: true,
    prepare: async (page) => {
      await answerOwn(page);
      await page.route(preview, () => undefined);
    },
    ready: rules,
    act: tryThem,
  },
  {
    name: 'rules-not-tried',
    path: `${PATH}?code=no_data`,
    signedIn: true,
    prepare: async (page) => {
      await answerOwn(page);
      await page.route(preview, (route) =>
        route.fulfill({ status: 503, json: { status: 503, code: 'busy' } }),
      );
    },
    ready: rules,
    act: tryThem,
  },
];
