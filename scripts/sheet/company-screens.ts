import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { heading, press, type Screen } from './screen.ts';

const rows = (page: Page) => page.getByText('owner@aurora.example').first().waitFor();

/** Answers the signed-in user with something changed: a membership that ended, a demand that is not met. */
const asUser = (page: Page, change: (user: { companies: Record<string, unknown>[] }) => object) =>
  page.route('**/user/v1/user-info/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });

const WAITING = {
  id: 1,
  first_name: 'Nadia',
  last_name: 'Greco',
  roles: ['ENGINEER_0', 'APP_0'],
  related_plants: ['1', '2', '3'],
  language: 'it',
  version: 1,
};
const INVITATIONS = [
  {
    ...WAITING,
    email: 'nadia.greco@example.org',
    sent_at: '2026-06-17T08:30:00.000Z',
    expires_at: '2026-06-24T08:30:00.000Z',
    expired: false,
  },
  {
    ...WAITING,
    id: 2,
    email: 'un.indirizzo.molto.lungo.di.un.collega@manutenzioni-impianti.example.org',
    first_name: '',
    last_name: '',
    roles: ['VIEWER'],
    related_plants: [],
    sent_at: '2026-06-01T08:30:00.000Z',
    expires_at: '2026-06-08T08:30:00.000Z',
    expired: true,
  },
];
const answerInvitations = (page: Page) =>
  page.route('**/api/v1/invitations/', (route) => route.fulfill({ json: INVITATIONS }));

/** Somebody else saved first: both versions are shown. */
const answerConflict = (page: Page) =>
  page.route('**/api/v1/company/1/', async (route) => {
    const { method } = { method: route.request().method() };
    if (method !== 'PUT') return route.continue();
    const stored = await (await route.fetch({ method: 'GET', postData: '' })).json();
    const json = {
      status: 409,
      code: 'conflict',
      stored: { ...stored, version: 9, telephone: '+39 02 5550 0199' },
    };
    return route.fulfill({ status: 409, json });
  });

/** A company with a logo: a drawn one, as wide as they are. */
const answerLogo = async (page: Page) => {
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="200"><rect width="640" height="200" fill="#fff"/><circle cx="100" cy="100" r="70" fill="#e9a23b"/><text x="200" y="128" font-family="sans-serif" font-size="84" fill="#1d3b53">Aurora</text></svg>';
  const body = await sharp(Buffer.from(drawn)).png().toBuffer();
  await page.route('**/api/v1/company/1/logo/', (route) => route.fulfill({ body, contentType: 'image/png' }));
  await page.route('**/api/v1/company/1/', async (route) => {
    const stored = await (await route.fetch()).json();
    return route.fulfill({ json: { ...stored, logo: 'a'.repeat(64) } });
  });
};

/** Screens of companies and their people. */
const made = (kind: string, id: number, name: string, more: object = {}) => ({
  kind,
  id,
  name,
  capability: 'company.administer',
  created_at: '2025-11-03T09:00:00.000Z',
  last_used_at: '2026-06-10T09:58:00.000Z',
  gives_away: true,
  advised: true,
  ...more,
});
const MADE = [
  made('api_key', 1, 'Foglio dei consumi (mk_FqkX…)'),
  made('api_key', 2, 'Gateway Capitanata (mk_TVuV…)', { gives_away: false, advised: false }),
  made('mqtt_credential', 3, 'AUR-002/INV1', {
    capability: 'plants.write',
    gives_away: false,
    advised: false,
  }),
  made('webhook', 4, 'Sala controllo', { last_used_at: null }),
  made('invitation', 5, 'nadia.greco@example.org', { capability: 'company.manage' }),
  made('shared_chart', 6, 'Confronto inverter', { capability: 'charts.write', advised: false }),
];
const answerMade = async (page: Page): Promise<void> => {
  await answerInvitations(page);
  await page.route('**/api/v1/company-user/*/made/', (route) => route.fulfill({ json: MADE }));
};

const view = (id: number, name: string, rest: object = {}) => ({
  id,
  list: 'users',
  name,
  search: { q: 'rossi' },
  hidden: null,
  shared: false,
  mine: true,
  owner: { id: 1, name: 'Marta Rinaldi' },
  version: 1,
  ...rest,
});
const LUCA = { shared: true, mine: false, owner: { id: 4, name: 'Luca Bianchi' } };
const VIEWS = [
  view(1, 'Tecnici del sud'),
  view(2, 'Da invitare di nuovo', { shared: true }),
  view(3, 'Osservatori e collaboratori esterni con accesso limitato', LUCA),
  view(4, 'Reperibili', { ...LUCA, owner: null }),
];
const LIST_VIEWS = '**/api/v1/list-views/**';
const openViews = async (page: Page): Promise<void> => {
  await press(page, /^(Colonne e viste|Columns and views)$/);
};

export const COMPANY_SCREENS: readonly Screen[] = [
  { name: 'create-company', path: '/companies/create', signedIn: true, long: true, ready: heading },
  {
    name: 'create-first-company',
    path: '/companies/create',
    signedIn: true,
    long: true,
    prepare: (page) => asUser(page, (user) => ({ ...user, companies: [], currentCompany: null })),
    ready: heading,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^(Nome|Name)$/ }).fill('Società Agricola Città Alta');
      await page.getByRole('textbox', { name: /^(Nome negli indirizzi|Name in addresses)$/ }).fill('Città');
      await press(page, /^(Crea|Create)/);
    },
  },
  {
    name: 'company',
    path: '/apps/asset/company',
    signedIn: true,
    long: true,
    stub: { call: '**/api/v1/company/*/' },
    ready: (page) =>
      page.getByRole('textbox', { name: /^(Nome negli indirizzi|Name in addresses)$/ }).waitFor(),
  },
  {
    name: 'company-logo',
    path: '/apps/asset/company',
    signedIn: true,
    long: true,
    prepare: answerLogo,
    ready: (page) => page.getByRole('img', { name: /^Logo (di|of) / }).waitFor(),
  },
  {
    name: 'company-conflict',
    path: '/apps/asset/company',
    signedIn: true,
    long: true,
    prepare: answerConflict,
    ready: (page) =>
      page.getByRole('textbox', { name: /^(Nome negli indirizzi|Name in addresses)$/ }).waitFor(),
    act: async (page) => {
      await page.getByRole('textbox', { name: /^(Nome|Name)$/ }).fill('Aurora Energia S.p.A.');
      await press(page, /^(Salva|Save)$/);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'company-disable',
    path: '/apps/asset/company',
    signedIn: true,
    ready: (page) =>
      page.getByRole('textbox', { name: /^(Nome negli indirizzi|Name in addresses)$/ }).waitFor(),
    act: async (page) => {
      await press(page, /^(Disattiva|Disable)…$/);
      await page.getByRole('dialog').getByRole('textbox').fill('Aurora');
    },
  },
  {
    name: 'users',
    path: '/apps/asset/users',
    signedIn: true,
    long: true,
    stub: { call: '**/api/v1/company-user/**', empty: [] },
    prepare: answerInvitations,
    ready: rows,
  },
  {
    name: 'list-views',
    path: '/apps/asset/users',
    signedIn: true,
    prepare: async (page) => {
      await answerInvitations(page);
      await page.route(LIST_VIEWS, (route) => route.fulfill({ json: VIEWS }));
    },
    ready: rows,
    act: openViews,
  },
  {
    name: 'list-views-states',
    path: '/apps/asset/users',
    signedIn: true,
    stub: { call: LIST_VIEWS, empty: [] },
    ready: rows,
    act: openViews,
  },
  {
    name: 'invitations',
    path: '/apps/asset/users?view=invitations',
    signedIn: true,
    prepare: answerInvitations,
    ready: heading,
  },
  {
    name: 'invitations-none',
    path: '/apps/asset/users?view=invitations',
    signedIn: true,
    stub: { call: '**/api/v1/invitations/**', empty: [] },
    ready: heading,
  },
  {
    name: 'dashboard-first-step',
    path: '/apps/asset',
    signedIn: true,
    prepare: (page) => page.route('**/plants-card-list/**', (route) => route.fulfill({ json: [] })),
    ready: heading,
  },
  {
    name: 'invite',
    path: '/apps/asset/users',
    signedIn: true,
    ready: rows,
    act: async (page) => {
      await press(page, /^(Invita|Invite)$/);
      await page.getByRole('dialog').getByRole('checkbox').nth(9).waitFor();
    },
  },
  {
    name: 'edit-user',
    path: '/apps/asset/users',
    signedIn: true,
    ready: rows,
    act: async (page) => {
      await press(page, /^(Modifica|Edit) Luca/);
      await page.getByRole('dialog').getByRole('checkbox').nth(9).waitFor();
    },
  },
  {
    name: 'dismiss-user',
    path: '/apps/asset/users',
    signedIn: true,
    ready: rows,
    act: (page) => press(page, /^(Rimuovi|Remove) Luca/),
  },
  {
    name: 'dismiss-user-made',
    path: '/apps/asset/users',
    signedIn: true,
    prepare: answerMade,
    ready: rows,
    act: (page) => press(page, /^(Rimuovi|Remove) Luca/),
  },
  {
    name: 'edit-user-made',
    path: '/apps/asset/users',
    signedIn: true,
    prepare: answerMade,
    ready: rows,
    act: async (page) => {
      await press(page, /^(Modifica|Edit) Luca/);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox').nth(9).waitFor();
      const roles = dialog.getByRole('checkbox', { checked: true });
      await roles.first().click();
      await dialog.getByText(/^(Con questi ruoli|With these roles)/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'company-claim',
    path: '/apps/asset',
    signedIn: true,
    prepare: (page) =>
      asUser(page, (user) => {
        const [first, ...others] = user.companies;
        const due = { ...first, claim_due: true };
        return { ...user, companies: [due, ...others], currentCompany: due };
      }),
    ready: heading,
  },
  {
    name: 'second-factor-due',
    path: '/apps/asset',
    signedIn: true,
    prepare: (page) =>
      asUser(page, (user) => {
        const [first] = user.companies;
        const due = { ...first, second_factor_due: true };
        return { ...user, companies: [due, { ...first, id_client: 99, name: 'Borea Solare' }] };
      }),
    ready: heading,
  },
];
