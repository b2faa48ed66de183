import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KeptMail } from '../../src/shared/contract/mail.contract.ts';
import { makeUser } from '../support/app.ts';
import { comesTo, reaches, reads, type Stage, startStage } from './support/portal.ts';

const TITLE = { level: 1, name: 'Posta della dimostrazione' } as const;

describe("the demonstration's outbox", () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage({ demo: true });
  });
  after(() => stage?.close());

  /** Asks for a new password, and waits for the mail: it is written after the answer. */
  const recover = async (email: string) => {
    await stage.app.inject({ method: 'POST', url: '/user/v1/recover/', payload: { email } });
    const written = async () =>
      (await stage.app.inject({ url: '/user/v1/outbox/' }))
        .json<KeptMail[]>()
        .some((mail) => mail.to_address === email);
    assert.ok(await reaches(written), `no mail to ${email}`);
  };

  it('shows to anybody what would have been mailed, newest first, as soon as it is looked at again', async () => {
    const first = await makeUser(stage);
    await recover(first.email);
    const { page, faults } = await stage.open();
    await page.goto('/outbox');
    await page.getByRole('heading', TITLE).waitFor();
    const mails = page.getByRole('group');
    await mails.first().waitFor();
    await reads(mails.first(), new RegExp(`A ${first.email}`));
    const shown = await mails.count();

    const second = await makeUser(stage);
    await recover(second.email);
    await page.getByRole('button', { name: 'Aggiorna' }).click();
    assert.ok(await reaches(async () => (await mails.count()) === shown + 1));
    await reads(mails.first(), new RegExp(`A ${second.email}`));

    const third = await makeUser(stage);
    await recover(third.email);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    assert.ok(await reaches(async () => (await mails.count()) === shown + 2));
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('makes links of its own addresses only', async () => {
    const { page } = await stage.open();
    const own = `${stage.origin}/recover?token=abc`;
    const mail = {
      id: 1,
      to_address: 'luca@example.org',
      language: 'it',
      subject: 'Scegli una nuova password',
      body_text: `Scegli una nuova password:\n${own}\n\nhttps://evil.example/ ti invita.\n\n-- \nAutomatico.\n`,
      state: 'kept',
      created_at: new Date().toISOString(),
    };
    await page.route('**/user/v1/outbox/', (route) => route.fulfill({ json: [mail] }));
    await page.goto('/outbox');
    const body = page.getByRole('group').first();
    await body.getByText('https://evil.example/ ti invita.').waitFor();
    assert.deepEqual(await body.getByRole('link').allInnerTexts(), [own]);
    await body.getByRole('link').click();
    await page.waitForURL('**/recover?token=abc');
  });

  it('is reached from the sign-in page', async () => {
    const { page } = await stage.open();
    await page.goto('/login');
    await page.getByRole('link', { name: 'leggi qui il messaggio' }).press('Enter');
    await page.getByRole('heading', TITLE).waitFor();
  });

  it('is nowhere else, which the page says with what to do', async () => {
    const elsewhere = await startStage();
    try {
      const { page } = await elsewhere.open();
      await page.goto('/outbox');
      await page
        .getByRole('heading', { level: 1, name: 'Questa installazione non mostra la posta in uscita' })
        .waitFor();
      await page.getByRole('link', { name: 'Vai alla pagina di accesso' }).click();
      await page.getByRole('heading', { level: 1, name: 'Accedi' }).waitFor();
      await comesTo(() => page.locator('a[href$="/outbox"]').count(), 0);
    } finally {
      await elsewhere.close();
    }
  });
});
