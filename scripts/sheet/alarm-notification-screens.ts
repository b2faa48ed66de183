import type { Page } from 'playwright-core';
import type { NotificationPreference } from '../../src/features/alarms/notification-preferences.contract.ts';
import { noonOfJune } from './noon.ts';
import { heading, type Screen } from './screen.ts';

const NOON = noonOfJune();
const ago = (minutes: number): string => new Date(NOON - minutes * 60_000).toISOString();
const HOOKS = '/apps/asset/webhooks';
const MAIL = '/apps/asset/alarms/notifications';

const PREFERENCE: NotificationPreference = {
  enabled: true,
  proj_codes: ['AUR-001', 'AUR-003', 'AUR-007'],
  codes: ['no_data', 'connection_lost', 'inverter_fault'],
  types: ['E', 'W'],
  at_once: true,
  recovery: true,
  quiet_from: 1320,
  quiet_to: 420,
  errors_break_quiet: true,
  digest_at: 450,
  time_zone: 'Europe/Rome',
  email: 'marta.rinaldi.responsabile.impianti@aurora-energia.example',
  confirmed: true,
  language: 'it',
  version: 3,
};
const OFF: NotificationPreference = {
  ...PREFERENCE,
  enabled: false,
  proj_codes: null,
  codes: null,
  confirmed: false,
  version: 0,
};
const CHOICE_CALL = '**/api/v1/alarm-choice/';
const answerChoice = (json: object) => (page: Page) =>
  page.route(CHOICE_CALL, (route) => route.fulfill({ json }));

const hook = (id: number, name: string, rest: object = {}) => ({
  id,
  name,
  url: `https://tickets.aurora.example/api/hooks/${name.toLowerCase().replaceAll(' ', '-')}`,
  proj_codes: null,
  codes: null,
  types: ['E', 'W'],
  kinds: ['alarm'],
  enabled: true,
  failing_since: null,
  delivered_at: ago(14),
  last_fault: null,
  waiting: 0,
  created_at: ago(90_000),
  version: 1,
  ...rest,
});
const FAULT = { code: 'status', params: { status: 503 } };
const WEBHOOKS = [
  hook(1, 'Ticket'),
  hook(2, 'Sala controllo di Foggia', {
    url: 'http://10.20.0.14:8080/un/indirizzo/che-e-piu-lungo-di-quanto-la-colonna-possa-tenere/alarms',
    types: ['E'],
    proj_codes: ['AUR-001', 'AUR-003'],
    codes: ['no_data'],
    failing_since: ago(310),
    delivered_at: ago(4000),
    last_fault: FAULT,
    waiting: 12,
  }),
  hook(3, 'Chat', { kinds: ['alarm', 'webhook.switched_off'], enabled: false, delivered_at: ago(40_000) }),
  hook(4, 'Prova', { delivered_at: null }),
];
const delivery = (id: number, rest: object) => ({
  id,
  message_id: `msg_2${id}`,
  event: 'alarm.opened',
  alarm_id: 90 + id,
  state: 'delivered',
  attempts: 1,
  created_at: ago(id * 37),
  last_at: ago(id * 37),
  next_at: null,
  status: 200,
  duration_ms: 84,
  fault: null,
  body: '{"type":"alarm.opened","timestamp":"2026-06-18T10:28:00Z","data":{"id":91,"code":"inverter_fault"}}',
  ...rest,
});
const DELIVERIES = [
  delivery(1, { state: 'waiting', attempts: 3, next_at: ago(-22), status: 503, fault: FAULT }),
  delivery(2, { event: 'test', alarm_id: null }),
  delivery(3, {
    state: 'given_up',
    attempts: 9,
    status: null,
    duration_ms: null,
    fault: { code: 'no_connection', params: { reason: 'ECONNREFUSED' } },
  }),
  delivery(4, { event: 'alarm.closed', duration_ms: 1240 }),
];
async function answerWebhooks(page: Page): Promise<void> {
  const paged = { count: 61, next: null, previous: null, results: DELIVERIES };
  await page.route('**/api/v1/webhooks/', (route) => route.fulfill({ json: WEBHOOKS }));
  await page.route('**/api/v1/webhooks/*/deliveries/**', (route) => route.fulfill({ json: paged }));
}
const listed = (page: Page) => page.getByText('Ticket', { exact: true }).first().waitFor();
const deliveries = async (page: Page) => {
  await page.getByRole('button', { name: /^(Consegne di Sala|Deliveries of Sala)/ }).click();
  await page.getByText('503').last().waitFor();
};
const STOP = { company: 'Aurora Energia', email: 'm***i@aurora-energia.example', enabled: true };
const answerStop = (enabled: boolean) => (page: Page) =>
  page.route('**/user/v1/alarm-mail/find/', (route) => route.fulfill({ json: { ...STOP, enabled } }));

/** Who is told of alarms: mail, programs, and the link that ends mail. */
export const ALARM_NOTIFICATION_SCREENS: readonly Screen[] = [
  {
    name: 'alarm-mail',
    path: MAIL,
    signedIn: true,
    long: true,
    stub: { call: CHOICE_CALL },
    prepare: async (page) => {
      await page.route('**/api/v1/alarm-choice/test/', (route) =>
        route.fulfill({ json: { sent_to: PREFERENCE.email } }),
      );
    },
    ready: heading,
  },
  {
    name: 'alarm-mail-full',
    path: MAIL,
    signedIn: true,
    long: true,
    prepare: answerChoice(PREFERENCE),
    ready: heading,
  },
  { name: 'alarm-mail-off', path: MAIL, signedIn: true, prepare: answerChoice(OFF), ready: heading },
  { name: 'webhooks', path: HOOKS, signedIn: true, prepare: answerWebhooks, ready: listed },
  {
    name: 'webhooks-states',
    path: HOOKS,
    signedIn: true,
    stub: { call: '**/api/v1/webhooks/', empty: [] },
    ready: heading,
  },
  {
    name: 'webhook-create',
    path: HOOKS,
    signedIn: true,
    prepare: answerWebhooks,
    ready: listed,
    act: async (page) => {
      const create = /^(Nuovo webhook|New webhook)$/;
      await page.getByRole('button', { name: create }).click();
      await page.getByRole('dialog').getByRole('button', { name: create }).click();
    },
  },
  {
    name: 'webhook-deliveries',
    path: HOOKS,
    signedIn: true,
    prepare: answerWebhooks,
    ready: listed,
    act: deliveries,
  },
  {
    name: 'unsubscribe',
    path: '/unsubscribe?token=x',
    signedIn: true,
    prepare: answerStop(true),
    ready: (page) => page.getByText(/m\*\*\*i/).waitFor(),
  },
  {
    name: 'unsubscribe-states',
    path: '/unsubscribe?token=x',
    signedIn: true,
    stub: { call: '**/user/v1/alarm-mail/find/' },
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'unsubscribed',
    path: '/unsubscribe?token=x',
    signedIn: false,
    prepare: answerStop(false),
    ready: (page) => page.getByText(/m\*\*\*i/).waitFor(),
  },
];
