import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeAlarm } from './support/alarms.ts';
import { makeCharted } from './support/charted.ts';
import { inTodaysLook } from './support/eyes.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const PATH = '/apps/asset/alarms';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('the screens of alarms', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let id: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { plants, devices } = await makeCharted(stage, company);
    const plant_id = plants.get('NORD') ?? 0;
    const device_id = devices.get('NORD/INV1') ?? 0;
    id = await makeAlarm(stage.pool, company, {
      plant_id,
      device_id,
      code: 'string_weak',
      date: hoursAgo(2),
      count: 4,
      last_at: hoursAgo(1),
      params: { strings: '3, 7, 11', n: 3, of: 12 },
      evidence: {
        start: hoursAgo(3).toISOString(),
        end: new Date().toISOString(),
        series: [{ device_id, short_name: 'INV1', variable: 'ac_power_kw', role: 'subject' }],
        figures: [{ code: 'median_a', value: 8.4, limit: null, unit: 'A' }],
        readings: [
          {
            device_id,
            short_name: 'INV1',
            variable: 'ac_power_kw',
            at: hoursAgo(2).toISOString(),
            value: 80,
            unit: 'kW',
          },
        ],
      },
    });
    await makeAlarm(stage.pool, company, {
      plant_id,
      code: 'device_silent',
      date: hoursAgo(1.9),
      cause_id: id,
    });
    await makeAlarm(stage.pool, company, {
      plant_id: plants.get('SUD') ?? 0,
      code: 'no_data',
      date: hoursAgo(30),
      end_date: hoursAgo(20),
    });
    const snooze = (from: number, to: number, ended: 'expired' | null) =>
      stage.arrange(
        `insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message, created_by, ended_at, end_reason)
         values ($1, $2, $3, $4, 'Lavori al trasformatore, con un messaggio che su un telefono non sta in una riga', $5, $6, $7)`,
        [
          company.company_id,
          plants.get('SUD'),
          hoursAgo(from),
          hoursAgo(to),
          owner.id,
          ended ? hoursAgo(to) : null,
          ended,
        ],
      );
    await snooze(-24, -48, null);
    await snooze(90, 40, 'expired');
  });
  after(() => stage?.close());

  const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

  inTodaysLook(4, (eyes) => {
    const { narrow, goto, look, verdict } = eyes;

    it('each tab, with rows and with none', async () => {
      const page = await eyes.open(stage, owner);
      await goto(`${PATH}?by=alarm`);
      await page.getByText(/3, 7, 11/).waitFor();
      await look('open alarms');
      if (narrow) {
        await button(page, /^(Filtri|Filters)$/).click();
        await look('filters of a phone');
      }
      await button(page, /^(Altre azioni|Azioni per|More actions|Actions for)/).click();
      await page.getByRole('menuitem').first().waitFor();
      await look('menu of an alarm');
      await goto(PATH);
      await page.getByRole('checkbox', { name: /^(Scegli|Choose): / }).click();
      await button(page, /^(Silenzia l|Snooze the plant)/).waitFor();
      await look('alarms by plant, chosen');
      await goto(`${PATH}?by=alarm&q=nowhere`);
      await page.getByText(/^(Nessun risultato|Nothing found)$/).waitFor();
      await look('no alarm found');
      for (const [tab, row] of [
        ['closed', page.getByRole('link', { name: /(Nessun dato ricevuto|No data received)/ })],
        ['snoozes', page.getByText(/Lavori al trasformatore/).first()],
        ['logs', page.getByText('INV1').first()],
      ] as const) {
        await goto(`${PATH}?view=${tab}`);
        await row.waitFor();
        await look(tab);
      }
      verdict();
    });

    it('an alarm in full', async () => {
      const { page } = eyes;
      await goto(`${PATH}?alarm=${id}`);
      await page.getByRole('dialog').locator('canvas').first().waitFor();
      await look('alarm');
      await page.getByRole('dialog').getByRole('textbox').last().scrollIntoViewIfNeeded();
      await button(page, /^(Commenta|Comment)$/).click();
      await look('alarm, empty comment');
      await goto(`${PATH}?alarm=99999999`);
      await button(page, /^(Vai all'elenco|Go to the list)$/).waitFor();
      // The browser itself writes down that there was no such alarm.
      eyes.forgive();
      await look('no such alarm');
      verdict();
    });

    it('the dialogs of snoozes', async () => {
      const { page } = eyes;
      await goto('/apps/asset/plants/NORD');
      await button(page, /^(Silenzia|Snooze)$/).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^(Più avanti|Later)/).click();
      await dialog.getByRole('button', { name: /^(Silenzia|Snooze)$/ }).click();
      await dialog.getByRole('alert').waitFor();
      await look('snooze, incomplete');
      await goto(`${PATH}?view=snoozes`);
      await button(page, /^(Annulla il|Cancel snooze)/).click();
      await dialog.waitFor();
      await look('snooze, taken back');
      verdict();
    });

    it('is walked through by the keyboard', async () => {
      await goto(`${PATH}?by=alarm`);
      await eyes.page.getByText(/3, 7, 11/).waitFor();
      const stops = await tabThrough(eyes.page, 60);
      assert.deepEqual(
        stops.filter((stop) => !stop.visible || stop.name === ''),
        [],
      );
      assert.ok(stops.some(({ name: stop }) => /STR|INV1/.test(stop)));
    });
  });
});
