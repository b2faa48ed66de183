import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ALARM_KIND } from '../../src/features/alarms/server/alarm-kind.ts';
import { MAIL_STOP_KEY, stopToken } from '../../src/features/notifications/server/mail-stop.public.ts';
import { NotificationScheduler } from '../../src/features/notifications/server/notification-scheduler.ts';
import { WEBHOOK_KEY } from '../../src/features/notifications/server/webhooks.service.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createMailer } from '../../src/shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../src/shared/server/mail/sealed-links.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';

import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const MAIL = '/apps/asset/alarms/notifications';
const HOOKS = '/apps/asset/webhooks';
const STOP = '/unsubscribe';
const SAVE = /^(Salva|Save)$/;
const CREATE = /^(Nuovo webhook|New webhook)$/;

describe('every screen of alarm notifications', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let receiver: Server;
  before(async () => {
    stage = await startStage({ demo: true });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    receiver = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    receiver?.closeAllConnections();
    receiver?.close();
    await stage?.close();
  });

  const port = () => {
    const address = receiver.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  /** As the worker beside the portal would. */
  const deliver = () =>
    new NotificationScheduler({
      pool: stage.pool,
      log: createLog('silent', 'test'),
      mailer: createMailer(
        { send: async () => undefined },
        { providerName: 'Meridiana', key: stage.keyFor(MAIL_KEY) },
      ),
      publicUrl: stage.origin,
      stopKey: stage.keyFor(MAIL_STOP_KEY),
      webhookKey: stage.keyFor(WEBHOOK_KEY),
      kinds: [ALARM_KIND],
      guard: createOutboundGuard([{ network: '127.0.0.1/32', from_port: 1, to_port: 65_535 }]),
    }).processCompany(company.company_id);

  inTodaysLook(11, (eyes) => {
    const { narrow, goto, look, verdict, dialog } = eyes;

    it('of alarm mail: what is chosen is said in sentences, saved, and kept', async () => {
      await stage.arrange('delete from alarm_notification_preference');
      const page = await eyes.open(stage, owner);
      await goto(MAIL);
      await page.getByText(/^(Nessuna email di allarme|No alarm emails)/).waitFor();
      await look('alarm mail, off');
      await page.getByRole('switch', { name: /^(Inviami gli allarmi|Send me alarms)/ }).press('Space');
      await page.getByRole('switch', { name: /^(Ore di silenzio|Quiet hours)/ }).press('Space');
      await page.getByRole('switch', { name: /^(Riepilogo|Daily digest)/ }).press('Space');
      await page.getByText(/22:00.*07:00/).waitFor();
      await page.getByText(/07:30/).waitFor();
      await look('alarm mail');
      await page.getByText(/^(Tipi scelti|Selected types)$/).click();
      await button(page, SAVE).click();
      await page.getByText(/^(Scegli almeno un(a gravità| tipo| impianto)|Choose at least one)$/).waitFor();
      await look('alarm mail, refused');
      await page.getByText(/^(Tutti i tipi|All types)$/).click();
      await button(page, SAVE).click();
      const saved = page.getByText(/^(Salvato|Saved)$/);
      await saved.waitFor();
      // On a phone the message lies over the next button, and stays as long as the pointer is on it.
      await page.mouse.move(1, 1);
      await saved.waitFor({ state: 'detached' });
      await button(page, /^(Invia un'email di prova|Send a test email)$/).click();
      await page.getByText(owner.email).last().waitFor();
      await page.getByRole('link', { name: /^(Leggila qui|Read it here)/ }).waitFor();
      await look('alarm mail, tested');
      await page.reload();
      await page.getByText(/22:00.*07:00/).waitFor();
      verdict();
    });

    it('of the link in a mail: it asks, stops and takes back', async () => {
      const { page } = eyes;
      await goto(STOP);
      await page.getByRole('alert').waitFor();
      // The browser itself tells of the refusal.
      eyes.forgive();
      await look('unsubscribe, no link of ours');
      const token = stopToken(stage.keyFor(MAIL_STOP_KEY), {
        company_id: company.company_id,
        user_id: owner.id,
      });
      await goto(`${STOP}?token=${token}`);
      await look('unsubscribe');
      await button(page, /^(Non inviare più|Stop these emails)$/).click();
      await page.getByRole('status').waitFor();
      await look('unsubscribed');
      const [row] = await stage.arrange<{ enabled: boolean }>(
        'select enabled from alarm_notification_preference',
      );
      assert.equal(row?.enabled, false);
      verdict();
    });

    it('of webhooks: made with a secret that is shown once, tried, and seen to fail', async () => {
      await stage.arrange('delete from webhook');
      const { page } = eyes;
      await goto(HOOKS);
      await page.getByText(/^(Nessun webhook|No webhooks)$/).waitFor();
      await look('webhooks, none');
      await button(page, CREATE).click();
      await dialog()
        .getByRole('textbox', { name: /^(Indirizzo|Address)$/ })
        .fill('ftp://example.org');
      await dialog().getByRole('button', { name: CREATE }).click();
      await page.getByText(/^(Inserisci un nome|Insert a name)$/).waitFor();
      await look('new webhook, refused');
      await dialog()
        .getByRole('textbox', { name: /^(Nome|Name)$/ })
        .fill('Ticket');
      await dialog()
        .getByRole('textbox', { name: /^(Indirizzo|Address)$/ })
        .fill(`http://127.0.0.1:${port()}/hook`);
      await dialog().getByRole('button', { name: CREATE }).click();
      await dialog().waitFor({ state: 'detached' });
      await page.getByText(/^whsec_/).waitFor();
      await look('webhook, its secret shown once');
      await button(page, /^(Prova|Test) Ticket$/).click();
      await dialog()
        .getByText(/^(In attesa|Waiting)$/)
        .waitFor();
      await deliver();
      await dialog().getByText(/503/).first().waitFor();
      await button(page, /^(Mostra il messaggio|Show the message)$/).click();
      await look('deliveries');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await page.reload();
      await page
        .getByText(/^(In errore|Failing)$/)
        .first()
        .waitFor();
      await look('webhooks');
      await button(page, /^(Elimina|Delete) Ticket$/).click();
      await look('webhook, deleting');
      await dialog()
        .getByRole('button', { name: /^(Elimina|Delete)$/ })
        .click();
      await page.getByText(/^(Nessun webhook|No webhooks)$/).waitFor();
      verdict();
    });

    it('of failure', async () => {
      const { page } = eyes;
      await page.route('**/api/v1/{webhooks,alarm-choice}/', (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      for (const path of [MAIL, HOOKS]) {
        await goto(path);
        await button(page, /^(Riprova|Try again)$/).waitFor();
        eyes.forgive();
        await look(`${path}, failed`);
      }
      await page.unrouteAll();
      verdict();
    });

    if (!narrow)
      it('is gone through by keyboard', async () => {
        await stage.arrange('update alarm_notification_preference set enabled = true');
        await eyes.forget();
        await goto(MAIL);
        await eyes.page.getByText(/22:00.*07:00/).waitFor();
        const stops = await tabThrough(eyes.page, 100);
        for (const wanted of [/^(Inviami gli allarmi|Send me alarms)/, /: ore$/, /^Invia un/])
          assert.ok(
            stops.some(({ name: of }) => wanted.test(of)),
            `${wanted} is not reached: ${stops.map((stop) => stop.name)}`,
          );
      });
  });
});
