import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

/** A call that is answered by hand, in every state of the screen. */
const answer = (page: Page, call: string | RegExp, status: number, json: object) =>
  page.route(call, (route) => route.fulfill({ status, json: status < 400 ? json : { status, ...json } }));
const TAKEN = { code: 'conflict', errors: [{ path: 'email', code: 'email_taken', message: '' }] };
const INVITATION = {
  company: 'Borea Solare',
  email: 'marta.rinaldi@example.org',
  first_name: 'Marta',
  last_name: 'Rinaldi',
  roles: ['ENGINEER_0', 'APP_0'],
  invited_by: 'Giulio Ferri',
  expires_at: '2026-06-30T10:00:00.000Z',
  registered: false,
};

const sessions = (page: Page) => page.getByText(/^(Questo dispositivo|This device)$/).waitFor();
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const AT = '2026-06-18T07:41:00.000Z';
const SESSION = { id: 1, user_agent: FIREFOX, address: '192.0.2.17', created_at: AT, last_used_at: AT };
const SESSIONS = [
  { ...SESSION, current: true },
  { ...SESSION, id: 2, user_agent: IPHONE, address: '2001:db8:12ff::7f3a', current: false },
  { ...SESSION, id: 3, user_agent: 'curl/8.5.0', address: null, current: false },
];
const FACTOR = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_uri:
    'otpauth://totp/Meridiana:owner%40aurora.example?issuer=Meridiana&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
};
const LAST_OWNER = { code: 'conflict', companies: [{ id_client: 1, name: 'Aurora Energia' }] };
const CODES = Array.from({ length: 10 }, (_, i) => `k7m2-9qxz-4t${i}a`);
/** The signed-in user with something changed. */
const asUser = (page: Page, change: (user: object) => object) =>
  page.route('**/user/v1/user-info/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** Screens of people and their accounts, outside the portal's frame and inside it. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'sign-in-code',
    path: '/login',
    signedIn: false,
    prepare: (page) => answer(page, '**/user/v1/login/', 401, { code: 'second_factor', challenge: 'x' }),
    ready: heading,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('owner@aurora.example');
      await page.getByLabel('Password', { exact: true }).fill('a long enough password');
      await press(page, /^(Accedi|Sign in)$/);
      await page.getByRole('textbox', { name: /^(Codice|Code)/ }).waitFor();
    },
  },
  { name: 'register', path: '/register', signedIn: false, long: true, ready: heading },
  {
    name: 'register-refused',
    path: '/register',
    signedIn: false,
    long: true,
    prepare: (page) => answer(page, '**/user/v1/register/', 409, TAKEN),
    ready: heading,
    act: async (page) => {
      await page.getByRole('textbox', { name: /Nome|name/ }).fill('Marta Rinaldi');
      await page.getByRole('textbox', { name: 'Email' }).fill('owner@aurora.example');
      await page.getByLabel('Password', { exact: true }).fill('a long enough password');
      await page.getByLabel(/^Conf/).fill('a long enough password');
      await press(page, /^(Registrati|Register)$/);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'register-invited',
    path: '/register?invitation=x',
    signedIn: false,
    long: true,
    prepare: (page) => answer(page, '**/invitations/find/', 200, INVITATION),
    ready: (page) => page.getByLabel('Password', { exact: true }).waitFor(),
    act: (page) => page.getByLabel('Password', { exact: true }).fill('seven c'),
  },
  {
    name: 'invitation-known',
    path: '/register?invitation=x',
    signedIn: false,
    prepare: (page) => answer(page, '**/invitations/find/', 200, { ...INVITATION, registered: true }),
    ready: (page) => page.getByLabel('Password', { exact: true }).waitFor(),
  },
  {
    name: 'invitation-over',
    path: '/register?invitation=x',
    signedIn: false,
    prepare: (page) => answer(page, '**/invitations/find/', 404, { code: 'not_found' }),
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'recover', path: '/recover', signedIn: false, ready: heading },
  {
    name: 'recover-sent',
    path: '/recover',
    signedIn: false,
    prepare: (page) => answer(page, '**/user/v1/recover/', 200, { detail: 'x' }),
    ready: heading,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('owner@aurora.example');
      await press(page, /^(Invia|Send)/);
      await page.getByRole('status').first().waitFor();
    },
  },
  { name: 'recover-choose', path: '/recover?token=x', signedIn: false, ready: heading },
  {
    name: 'confirm-email',
    path: '/confirm-email?token=x',
    signedIn: false,
    prepare: (page) => answer(page, '**/email/confirm/', 200, { email: 'owner@aurora.example' }),
    ready: (page) => page.getByRole('status').first().waitFor(),
  },
  {
    name: 'confirm-email-password',
    path: '/confirm-email?token=x',
    signedIn: false,
    prepare: (page) =>
      answer(page, '**/email/confirm/', 400, {
        status: 400,
        code: 'invalid',
        detail: 'Insert password',
        email: 'owner@aurora.example',
        errors: [{ path: 'password', code: 'password_needed', message: 'Insert password' }],
      }),
    ready: heading,
  },
  {
    name: 'user',
    path: '/user',
    signedIn: true,
    long: true,
    stub: { call: '**/user/v1/sessions/' },
    ready: sessions,
  },
  {
    name: 'unconfirmed',
    path: '/apps/asset',
    signedIn: true,
    prepare: (page) => asUser(page, (user) => ({ ...user, confirmed: false })),
    ready: heading,
  },
  {
    name: 'user-waiting',
    path: '/user',
    signedIn: true,
    long: true,
    prepare: async (page) => {
      await answer(page, '**/user/v1/sessions/', 200, SESSIONS);
      await asUser(page, (user) => ({
        ...user,
        confirmed: false,
        pending_email: 'marta.rinaldi@aurora-energia.example',
        second_factor: true,
        recovery_codes_left: 2,
      }));
    },
    ready: sessions,
    act: async (page) => {
      await press(page, /^(Cambia indirizzo|Change address)$/);
      await page.getByRole('button', { name: /^(Cambia la password|Change the password)$/ }).click();
      await press(page, /^(Disattiva|Turn off)$/);
    },
  },
  {
    name: 'user-avatar',
    path: '/user',
    signedIn: true,
    ready: sessions,
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles('docs/dashboard.png');
      await page.getByRole('slider').waitFor();
    },
  },
  {
    name: 'user-factor',
    path: '/user#second-factor',
    signedIn: true,
    prepare: async (page) => {
      await answer(page, '**/user/v1/second-factor/', 200, FACTOR);
    },
    ready: sessions,
    act: async (page) => {
      await press(page, /^(Attiva|Turn on)$/);
      await page
        .getByRole('form')
        .getByLabel(/^(Password attuale|Current)/)
        .last()
        .fill('x');
      await press(page, /^(Continua|Continue)$/);
      await page.getByRole('img', { name: /QR/ }).waitFor();
    },
  },
  {
    name: 'user-recovery-codes',
    path: '/user#second-factor',
    signedIn: true,
    prepare: async (page) => {
      await asUser(page, (user) => ({ ...user, second_factor: true, recovery_codes_left: 10 }));
      await answer(page, '**/second-factor/recovery-codes/', 200, { recovery_codes: CODES });
    },
    ready: sessions,
    act: async (page) => {
      await press(page, /^(Nuovi codici|New recovery)/);
      await page.getByRole('textbox', { name: /(Codice|Code) / }).fill('123456');
      await page
        .getByRole('form')
        .getByRole('button', { name: /^(Nuovi codici|New recovery)/ })
        .click();
      await page.getByText('k7m2-9qxz-4t0a').waitFor();
    },
  },
  {
    name: 'user-delete',
    path: '/user',
    signedIn: true,
    prepare: (page) => answer(page, /user-info\/\d+\/$/, 409, LAST_OWNER),
    ready: sessions,
    act: async (page) => {
      await press(page, /^(Elimina|Delete)/);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('owner@aurora.example');
      await dialog.getByLabel(/^(Password attuale|Current)/).fill('a long enough password');
      await dialog.getByRole('button', { name: /^(Elimina|Delete)/ }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
];
