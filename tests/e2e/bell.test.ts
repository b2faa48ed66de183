import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { notifyLive } from '../../src/shared/server/live/notice.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { closeAlarms, makeLivePlants, noonDay, openAlarms } from './support/field.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage, until } from './support/portal.ts';

const PLANTS = 60;
const code = (i: number) => `P-${String(i).padStart(2, '0')}`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** The ring around a highlighted card as red, green and blue; null while there is none. */
async function ringOf(page: Page, plant: string): Promise<number[] | null> {
  const shadow: string = await page.evaluate(
    `getComputedStyle(document.querySelector('[data-plant-card="${plant}"]')).boxShadow`,
  );
  const rgb = /rgba?\((\d+), (\d+), (\d+)/.exec(shadow);
  return rgb ? rgb.slice(1, 4).map(Number) : null;
}

const isPointed = async (card: Locator) =>
  (await card.count()) > 0 && (await card.getAttribute('data-pointed')) !== null;

/** From here on the page's clock stands and is moved on by hand: a busy machine neither shortens a ring nor keeps it longer. */
async function holdClock(page: Page): Promise<void> {
  const now_ms: number = await page.evaluate('Date.now()');
  await page.clock.pauseAt(now_ms + 1_000);
}

/** Moves a held clock on until a plant's card is highlighted. */
async function becomesPointed(page: Page, plant: string): Promise<void> {
  const card = page.locator(`[data-plant-card="${plant}"]`);
  await reaches(async () => {
    await page.clock.runFor(20);
    return isPointed(card);
  });
}

/** What leads to the plants' cards; beside each stand a link and a button. */
const groupsIn = (list: Locator) => list.getByRole('button', { name: /P-\d\d · (dal|since) / });

describe('the notification bell', () => {
  const noon = noonDay();
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  let ids: Map<string, number>;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    ids = await makeLivePlants(
      stage.pool,
      company,
      Array.from({ length: PLANTS }, (_, i) => ({
        code: code(i + 1),
        name: `Centrale ${i + 1}`,
        power_kw: i,
      })),
      noon,
    );
    const first = ids.get(code(1)) ?? 0;
    const device = await makeDevice(stage.pool, company, first, 'INV3', ['ac_power_kw']);
    const other = await makeDevice(stage.pool, company, first, 'INV4', ['ac_power_kw']);
    await openAlarms(stage.pool, company, [
      { plant_id: first, device_id: device, code: 'inverter_fault', date: hoursAgo(30) },
      { plant_id: first, device_id: other, code: 'inverter_fault', date: hoursAgo(2) },
      { plant_id: first, device_id: device, code: 'device_silent', date: hoursAgo(10) },
      { plant_id: ids.get(code(2)) ?? 0, code: 'no_data', date: hoursAgo(20) },
    ]);
  });
  after(() => stage?.close());

  const openBell = async (path = '/apps/asset', timezoneId = noon.zone) => {
    const portal = await stage.open({ timezoneId }, user);
    const { page } = portal;
    await page.goto(path);
    await page.getByRole('button', { name: /^Notif/ }).click();
    const list = page.getByRole('region', { name: /^Notif/ });
    await list.getByRole('button').first().waitFor();
    return { ...portal, list };
  };

  it('groups open alarms by plant and type, newest first, from the earliest of each', async () => {
    const { page, list, faults } = await openBell();
    await page.getByRole('button', { name: 'Notifiche, 4 allarmi aperti' }).waitFor();
    const items = groupsIn(list);
    const texts = [];
    for (const item of await items.all()) texts.push(await seen(item));
    assert.equal(texts.length, 3);
    assert.match(
      texts[0] ?? '',
      /^Centrale 1 Avviso Dispositivo non risponde: INV3 P-01 · dal \d\d\/\d\d\/\d{4} \d\d:\d\d \(\d+ \w+\)$/,
    );
    assert.match(texts[1] ?? '', /^Centrale 2 Allarme Nessun dato ricevuto P-02 · dal /);
    assert.match(texts[2] ?? '', /^Centrale 1 Allarme Guasto inverter: INV4, INV3 P-01 · dal /);
    const height: number = await list.evaluate(
      (element) => (element as unknown as { clientHeight: number }).clientHeight,
    );
    assert.ok(height <= 700, 'spec §9: notification list max height 700');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('counts what other areas published beside the alarms, and marks all of it as read', async () => {
    await stage.arrange(
      `with n as (
         insert into notification (company_id, id, kind, subject, params, dispatched_at)
         select $1, i, 'webhook.switched_off', i::text, '{"webhook": "Ticket", "host": "example.org"}', now()
         from generate_series(1, 2) i returning id)
       insert into notification_recipient (company_id, notification_id, user_id, in_bell, in_digest)
       select $1, id, $2, true, false from n`,
      [company.company_id, user.id],
    );
    const { page, list, faults } = await openBell();
    await page.getByRole('button', { name: 'Notifiche, 4 allarmi aperti, 2 da leggere' }).waitFor();
    await list.getByRole('button', { name: 'Segna tutte come lette' }).click();
    await page.getByRole('button', { name: 'Notifiche, 4 allarmi aperti', exact: true }).waitFor();
    await list
      .getByRole('link', { name: /Ticket/ })
      .first()
      .waitFor({ state: 'detached' });
    assert.equal(await groupsIn(list).count(), 3);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('scrolls to the plant and highlights it for a second and a half, red for E, orange for W', async () => {
    const { page, list } = await openBell();
    // Codes descend: the first plant is the last card, far below the window and not in the page at all.
    await comesTo(() => page.locator(`[data-plant-card="${code(1)}"]`).count(), 0);
    const card = page.locator(`[data-plant-card="${code(1)}"]`);
    await page.clock.install();
    await holdClock(page);
    const follow = async (name: RegExp) => {
      await list.getByRole('button', { name }).click();
      await becomesPointed(page, code(1));
      const colour = await ringOf(page, code(1));
      assert.ok(await card.isVisible());
      await until(
        page,
        `(() => { const box = document.querySelector('[data-plant-card="${code(1)}"]').getBoundingClientRect();
          return box.top >= 0 && box.bottom <= innerHeight; })()`,
      );
      await page.clock.runFor(1_400);
      assert.ok(await isPointed(card), 'it ended before its time');
      await page.clock.runFor(150);
      await comesTo(() => isPointed(card), false);
      return colour;
    };
    const [r = 0, g = 0, b = 0] = (await follow(/Centrale 1\s*Allarme/)) ?? [];
    assert.ok(r > 180 && g < 80 && b < 80, `red, not ${[r, g, b]}`);

    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: /^Notifiche/ }).click();
    const [or = 0, og = 0, ob = 0] = (await follow(/Centrale 1\s*Avviso/)) ?? [];
    assert.ok(or > 200 && og > 80 && og < 160 && ob < 60, `orange, not ${[or, og, ob]}`);
  });

  it('finds its plant from another page, and through a filter that hides it', async () => {
    const { page, list } = await openBell(`/apps/asset/plants/${code(5)}`);
    const second = page.locator(`[data-plant-card="${code(2)}"]`);
    const follow = async () => {
      await holdClock(page);
      await list.getByRole('button', { name: /^Centrale 2/ }).click();
      await becomesPointed(page, code(2));
      assert.equal(await second.getAttribute('data-pointed'), 'E');
      await page.clock.resume();
    };
    await page.clock.install();
    await follow();
    await page.getByRole('textbox', { name: /Cerca/ }).fill('P-33');
    await page.locator(`[data-plant-card="${code(33)}"]`).waitFor();
    await second.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Notifiche/ }).click();
    await follow();
  });

  it('leads into the list, narrowed to the group or whole, and offers the snooze of its plant', async () => {
    const { page, list } = await openBell();
    await list.getByRole('button', { name: 'Silenzia gli allarmi di Centrale 2' }).click();
    await page.getByRole('dialog', { name: 'Silenzia gli allarmi di Centrale 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Notifiche/ }).click();
    await list.getByRole('link', { name: "Centrale 2 nell'elenco allarmi" }).click();
    await page.waitForURL(/\/apps\/asset\/alarms\?plant=P-02&type=E$/);
    await page.getByRole('button', { name: /^Notifiche/ }).click();
    await list.getByRole('link', { name: 'Tutti gli allarmi' }).click();
    await page.waitForURL(/\/apps\/asset\/alarms$/);
  });

  it('shows what is snoozed as muted, and is not called by it', async () => {
    const until = new Date(Date.now() + 3 * 86_400_000);
    await inScope(stage.pool, company, (tx) =>
      tx.query(`update plant set snooze_date = $2 where company_id = $1`, [company.company_id, until]),
    );
    const { page, list } = await openBell();
    await list
      .getByText(/^silenziato fino a \S+ \d\d\/\d\d(\/\d{4})? \d\d:\d\d$/)
      .first()
      .waitFor();
    const bell = page.getByRole('button', { name: 'Notifiche, 4 silenziati' });
    await bell.waitFor();
    await comesTo(() => bell.locator('[data-state]').count(), 0);
    await list.getByText('4 silenziati', { exact: true }).waitFor();
    await comesTo(() => list.getByRole('button', { name: /^Silenzia/ }).count(), 0);
    await inScope(stage.pool, company, (tx) =>
      tx.query(`update plant set snooze_date = null where company_id = $1`, [company.company_id]),
    );
  });

  it('speaks English, in the specified words', async () => {
    const { list } = await openBell('/en/apps/asset');
    const text = await seen(list);
    assert.match(text, /No data received/);
    assert.match(text, /Device not responding: INV3/);
    assert.match(text, /Inverter fault: INV4, INV3/);
  });

  it("tells the plants' own time, with its offset to who is elsewhere", async () => {
    const { list } = await openBell();
    await reads(list, /P-02 · dal \d\d\/\d\d\/\d{4} \d\d:\d\d(?! GMT)/);
    // No plant lies at a quarter of an hour's offset.
    const { list: elsewhere } = await openBell('/apps/asset', 'Asia/Kathmandu');
    await reads(elsewhere, /P-02 · dal \d\d\/\d\d\/\d{4} \d\d:\d\d GMT/);
  });

  it('keeps its list when it cannot be renewed, and says so', async () => {
    const { page, list } = await openBell();
    await page.route('**/api/v1/alarms/**', (route) => route.abort());
    await notifyLive(stage.pool, { company_id: company.company_id, kind: 'alarms', codes: [code(1)] });
    await list.getByText(/^Aggiornamento non riuscito/).waitFor();
    await comesTo(() => groupsIn(list).count(), 3);
  });

  it('can be asked again when it could not be loaded', async () => {
    const { page } = await stage.open({}, user);
    await page.route('**/api/v1/alarms/**', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/apps/asset');
    // It neither calls nor says that nothing is wrong.
    const bell = page.getByRole('button', { name: 'Notifiche non disponibili' });
    await bell.getByText('?', { exact: true }).waitFor();
    await bell.click();
    const list = page.getByRole('region', { name: /^Notif/ });
    await list.getByText('Non è stato possibile caricare le notifiche.').waitFor();
    await page.unroute('**/api/v1/alarms/**');
    await list.getByRole('button', { name: 'Riprova' }).click();
    await list.getByRole('button', { name: /^Centrale 2/ }).waitFor();
  });

  it('counts anew as soon as an alarm opens or closes', async () => {
    const { page } = await openBell();
    await openAlarms(stage.pool, company, [
      { plant_id: ids.get(code(7)) ?? 0, code: 'string_weak', date: new Date() },
    ]);
    await page.getByRole('button', { name: 'Notifiche, 5 allarmi aperti' }).waitFor();
    await closeAlarms(stage.pool, company);
    await page.getByRole('button', { name: 'Notifiche, nessun allarme aperto' }).waitFor();
    await page.getByText('Nessuna notifica').waitFor();
  });
});
