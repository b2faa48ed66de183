import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

const AT = '2026-06-18T10:31:00.000Z';
const KEY = {
  id: 1,
  name: 'Gateway Capitanata',
  hint: 'mk_4wqG…',
  scopes: ['ingest'],
  proj_code: 'AUR-001',
  expires_at: null as string | null,
  last_used_at: AT as string | null,
  revoked_at: null as string | null,
  created_at: '2025-11-04T09:12:00.000Z',
  created_by: 1 as number | null,
  created_by_name: 'Marta Rinaldi' as string | null,
  created_by_left: false,
};
const KEYS = [
  KEY,
  {
    ...KEY,
    id: 2,
    created_by: null,
    created_by_name: null,
    name: 'Foglio di calcolo della direzione con un nome molto lungo',
    hint: 'mk_kO81…',
    scopes: ['ingest', 'read'],
    proj_code: null,
    expires_at: '2027-01-31T22:59:59.000Z',
    last_used_at: '2026-06-11T05:00:00.000Z',
  },
  {
    ...KEY,
    id: 3,
    name: 'Prova',
    created_by_name: 'Luca Ferri',
    created_by_left: true,
    hint: 'mk_bxVs…',
    proj_code: null,
    expires_at: '2026-03-01T00:00:00.000Z',
    last_used_at: null,
  },
  { ...KEY, id: 4, name: 'Gateway vecchio', hint: 'mk_TVuV…', revoked_at: '2026-05-02T08:00:00.000Z' },
];
const MADE = {
  ...KEY,
  id: 5,
  scopes: ['ingest', 'read'],
  key: 'mk_FqkXkHvnUXZdJMwAj2yjKah6hmgL71UDbf3XvfpMmHE',
};
const KEYS_CALL = '**/api/v1/api-keys/';
const answerKeys = (page: Page) =>
  page.route(KEYS_CALL, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: MADE })
      : route.fulfill({ json: KEYS }),
  );
const keyRows = (page: Page) => page.getByText('Gateway vecchio').first().waitFor();
const create = /^(Crea una chiave|Create a key)$/;

const entry = (id: number, what: object) => ({
  id,
  at: new Date(Date.parse(AT) - id * 4_271_000).toISOString(),
  actor_id: 1,
  actor_name: 'Marta Rinaldi',
  address: '192.0.2.17',
  target: '4',
  target_name: null,
  detail: {},
  names: {},
  ...what,
});
const AUDIT = [
  entry(1, {
    action: 'key.created',
    target_name: 'Gateway Capitanata',
    detail: { name: 'Gateway Capitanata', scopes: ['ingest'] },
  }),
  entry(2, {
    action: 'user.changed',
    target_name: 'Luca Bianchi',
    detail: {
      roles_before: ['VIEWER', 'APP_0'],
      roles: ['ENGINEER_0', 'SUPER_WORKER', 'APP_0'],
      related_plants_before: [],
      related_plants: ['1', '2'],
    },
  }),
  entry(3, { action: 'sign_in', target_name: 'Marta Rinaldi', detail: { by: 'totp' } }),
  entry(4, {
    action: 'sign_in.failed',
    actor_id: 4,
    actor_name: 'Luca Bianchi',
    target_name: 'Luca Bianchi',
    address: '2001:db8:12ff::7f3a',
    detail: { step: 'password' },
  }),
  entry(5, {
    action: 'company.changed',
    target_name: 'Aurora Energia',
    detail: { fields: ['telephone', 'second_factor_required'], second_factor_required: true },
  }),
  entry(6, { action: 'user.dismissed', target: '15', detail: { roles: ['WORKER'], related_plants: ['2'] } }),
  entry(7, { action: 'plant.created', actor_id: null, actor_name: null, address: null, target: 'AUR-009' }),
  entry(8, {
    action: 'invitation.withdrawn',
    actor_id: 99,
    actor_name: null,
    detail: { roles: ['SUPER_ENGINEER_0'] },
  }),
];
const AUDIT_CALL = '**/api/v1/audit/?**';
const answerAudit = (page: Page) =>
  page.route(AUDIT_CALL, (route) =>
    route.fulfill({ json: { count: 1234, next: '/x', previous: null, results: AUDIT } }),
  );

const mail = (id: number, subject: string, body_text: string) => ({
  id,
  to_address: 'luca.bianchi@example.org',
  language: 'it',
  subject,
  body_text,
  state: 'kept',
  created_at: AT,
});
const answerMail = (page: Page) =>
  page.route('**/user/v1/outbox/', (route) => {
    const { origin } = new URL(page.url());
    const invitation = `Marta Rinaldi ti invita in Aurora Energia come\nIngegnere.\n\nAccetta l'invito:\n${origin}/it/register?invitation=4cV9zZJ0a7x2kq_HnDk3mS8pLw5tRyUi\n\nIl collegamento vale sette giorni.\n\n-- \nMessaggio automatico di Meridiana.\n`;
    return route.fulfill({
      json: [
        mail(2, 'Marta Rinaldi ti invita in Aurora Energia', invitation),
        mail(1, 'Conferma il tuo indirizzo email', 'x'),
      ],
    });
  });

/** Screens of those who administer a company, and the demonstration's mail. */
export const ADMINISTRATION_SCREENS: readonly Screen[] = [
  {
    name: 'api-keys',
    path: '/apps/asset/api-keys',
    signedIn: true,
    long: true,
    prepare: answerKeys,
    ready: keyRows,
  },
  // Answers that are made by hand would hide those of the states: they have a screen of their own.
  {
    name: 'api-keys-states',
    path: '/apps/asset/api-keys',
    signedIn: true,
    stub: { call: KEYS_CALL, empty: [] },
    ready: heading,
  },
  {
    name: 'api-keys-create',
    path: '/apps/asset/api-keys',
    signedIn: true,
    prepare: answerKeys,
    ready: keyRows,
    act: async (page) => {
      await press(page, create);
      await page.getByLabel(/^(Scade|Expires)$/).selectOption('date');
      await page.getByRole('dialog').getByRole('button', { name: create }).click();
    },
  },
  {
    name: 'api-keys-made',
    path: '/apps/asset/api-keys',
    signedIn: true,
    long: true,
    prepare: answerKeys,
    ready: keyRows,
    act: async (page) => {
      await press(page, create);
      await page.getByRole('textbox', { name: /^(Nome|Name)$/ }).fill('Gateway');
      await page.getByRole('dialog').getByRole('button', { name: create }).click();
      await page.getByText(MADE.key, { exact: true }).waitFor();
    },
  },
  {
    name: 'api-keys-revoke',
    path: '/apps/asset/api-keys',
    signedIn: true,
    prepare: answerKeys,
    ready: keyRows,
    act: (page) => press(page, /^(Revoca|Revoke) Gateway/),
  },
  {
    name: 'audit',
    path: '/apps/asset/audit',
    signedIn: true,
    long: true,
    prepare: answerAudit,
    ready: (page) => page.getByText('Luca Bianchi').first().waitFor(),
  },
  {
    name: 'audit-states',
    path: '/apps/asset/audit?span=free&group=key',
    signedIn: true,
    stub: { call: AUDIT_CALL, empty: { count: 0, next: null, previous: null, results: [] } },
    ready: heading,
  },
  { name: 'permissions', path: '/apps/asset/permissions', signedIn: true, long: true, ready: heading },
  {
    name: 'outbox',
    path: '/outbox',
    signedIn: false,
    prepare: answerMail,
    ready: (page) => page.getByRole('group').first().waitFor(),
  },
  {
    name: 'outbox-states',
    path: '/outbox',
    signedIn: false,
    stub: { call: '**/user/v1/outbox/', empty: [] },
    ready: heading,
  },
];
