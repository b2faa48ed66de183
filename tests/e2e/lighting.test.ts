import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type LightingFleet, startLightingFleet } from '../../simulators/lighting-fleet.ts';
import { startAcquisition } from '../../src/acquisition/acquisition.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makePlant } from '../support/field.ts';
import { makeCabinets } from '../support/lit-field.ts';
import { type Stage, startStage } from './support/portal.ts';

const cabinet = (n: number) => ({
  serial: `QE-${n}`,
  pairing_code: 1000 + n,
  loads_kw: [1, 0.5, 0, 0, 0, 0],
});

describe('public lighting on screen', () => {
  let stage: Stage;
  let owner: TestUser;
  let company: Scope;
  let fleet: LightingFleet | undefined;
  const parts: { close(): Promise<void> }[] = [];
  before(async () => {
    stage = await startStage({});
    const { pool, database, arrange } = stage;
    company = await makeCompany(pool, 'Comune di Argelato');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    fleet = await startLightingFleet([0, 1].map(cabinet));
    const plant_id = await makePlant(pool, company, 'LIT');
    await makeCabinets(pool, company, { plant_id, cabinets: fleet.cabinets, poll_s: 5, timeout_ms: 20_000 });
    const of = [company.company_id];
    await arrange(
      'insert into municipality_settings (company_id, municipality_id) select company_id, id from municipality where company_id = $1',
      of,
    );
    // Switched by hand alone: what is shown depends on no hour. One belongs to no municipality yet.
    await arrange(
      `update lighting_box set auto_mode = false, municipality_id = case when serial = 'QE-0' then municipality_id end
       where company_id = $1`,
      of,
    );
    // More than a page of them waits for a municipality.
    await arrange(
      `insert into lighting_box (company_id, serial, reg_number)
       select $1, 'Z-' || lpad(n::text, 2, '0'), 'Z' || n from generate_series(1, 60) n`,
      of,
    );
    await arrange(
      `insert into lighting_alarm (company_id, box_id, kind, type, date, opened_at)
       select company_id, id, 'door_open', 'W', now(), now() from lighting_box where company_id = $1 and serial = 'QE-0'`,
      of,
    );
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    const log = createLog('silent', 'test');
    parts.push(await startAcquisition({ pool, database, writer: new ReadingWriter(pool), guard, log }));
  });
  after(async () => {
    for (const part of parts) await part.close();
    await fleet?.stop();
    await stage?.close();
  });

  it('pairs all boxes from the bell, and switches one by hand until it is read back', async () => {
    const { page, faults } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto('/apps/illuminazione');
    await page.getByRole('button', { name: 'Box must be paired' }).click();
    await page.getByRole('link', { name: 'Box must be paired' }).click();
    const bar = page.getByRole('region', { name: 'Unpaired boxes' }).last();
    await page.getByRole('checkbox', { name: 'All boxes on this page' }).check();
    await bar.getByText('50 boxes chosen').waitFor();
    await bar.getByRole('button', { name: 'Choose all 61 rows that fit the filters' }).click();
    await bar.getByText('61 boxes chosen').waitFor();
    await page.getByRole('checkbox', { name: 'QE-1' }).uncheck();
    await bar.getByText('60 boxes chosen').waitFor();
    await page.getByRole('checkbox', { name: 'QE-1' }).check();
    await page.getByRole('button', { name: 'Assign to a municipality' }).click();
    const assign = page.getByRole('dialog', { name: 'Assign 61 boxes' });
    await assign.getByRole('button', { name: 'Assign to a municipality' }).click();
    await assign.waitFor({ state: 'detached' });
    await page.getByText('Every box has a municipality').waitFor();
    await page.getByRole('button', { name: 'No notifications' }).click();
    await page.getByText('No notifications', { exact: true }).waitFor();
    await page.keyboard.press('Escape');

    // The municipality says what acts tonight; a box of it what it does.
    await page.getByRole('link', { name: /^Test/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Test' }).waitFor();
    await page.getByRole('switch', { name: 'Turn on automatically, by the sun' }).waitFor();
    // Beside each of the two switches stands what acts.
    await page
      .getByText(/^Tonight: .*the sun/)
      .nth(1)
      .waitFor();
    await page.goto('/apps/illuminazione');
    await page.getByRole('row').getByRole('link', { name: 'QE-0' }).click();
    await page.getByRole('heading', { level: 1, name: 'QE-0' }).waitFor();
    await page.getByText('The door is open').first().waitFor();
    await page.getByRole('button', { name: 'Turn on: line 2' }).click();
    const form = page.getByRole('dialog', { name: 'Turn on: line 2' });
    await form.getByRole('textbox', { name: 'Reason' }).fill('Feast of the village');
    await form.getByLabel('For how long').selectOption('2 hours');
    await form.getByRole('button', { name: 'Turn on' }).click();
    await form.waitFor({ state: 'detached' });
    const said = page.getByRole('listitem').filter({ hasText: 'Feast of the village' });
    await said.filter({ hasText: 'On: lines 2 · Confirmed' }).waitFor();
    const line = page.getByRole('table', { name: 'Lines', exact: true }).getByRole('row').nth(2);
    await line.getByRole('cell', { name: 'On', exact: true }).nth(1).waitFor();
    const [held] = await stage.arrange<{ hours: number }>(
      `select extract(epoch from override_until - created_at)::float8 / 3600 as hours from lighting_command
       where reason = 'Feast of the village'`,
    );
    assert.ok(Math.abs((held?.hours ?? 0) - 2) < 0.5, `held for ${held?.hours} hours`);
    const [controller] = fleet?.cabinets.map((one) => one.controller) ?? [];
    assert.deepEqual(
      controller?.switchings.map(({ line: on, by }) => [on, by]),
      [[2, 'coil']],
    );
    assert.deepEqual(faults.csp, []);
  });

  it('leaves registers that are written to managers', async () => {
    const plants = await stage.arrange<{ id: number }>('select id from plant where company_id = $1', [
      company.company_id,
    ]);
    const roles = ['ENGINEER_0', 'APP_0'] as const;
    const engineer = await makeUser(stage, { company, roles, plants: plants.map(({ id }) => Number(id)) });
    const { page } = await stage.open({ locale: 'it-IT' }, engineer);
    await page.goto('/apps/illuminazione');
    await page.getByRole('row').getByRole('link', { name: 'QE-1' }).click();
    await page.getByRole('button', { name: 'Modifica il controllore' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('un ingegnere capo').waitFor();
    const field = (name: string) => form.getByRole('textbox', { name });
    assert.ok(await field('Orari propri: primo registro').isDisabled());
    await field('Ingresso: porta').fill('');
    await form.getByRole('button', { name: 'Salva' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('says where a controller has its registers, and takes what somebody changes', async () => {
    const { page } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto('/apps/illuminazione');
    await page.getByRole('row').getByRole('link', { name: 'QE-1' }).click();
    await page.getByRole('button', { name: 'Edit the controller' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Own times: first register' }).fill('210');
    await form.getByRole('textbox', { name: 'Power of each line: first register' }).fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const [row] = await stage.arrange<{ table: number; days: number; line_power: null }>(
      `select (profile #>> '{timetable,address}')::int as table, (profile #>> '{timetable,days}')::int as days,
         profile ->> 'line_power' as line_power
       from io_controller c join lighting_box b on b.company_id = c.company_id and b.id = c.box_id
       where c.company_id = $1 and b.serial = 'QE-1'`,
      [company.company_id],
    );
    assert.deepEqual(row, { table: 210, days: 7, line_power: null });
    // A box may have times of its own.
    await page.getByRole('button', { name: 'Edit the box' }).click();
    await form.getByLabel('Turning on').selectOption('At a set time');
    await form.getByRole('textbox', { name: 'Turn on at' }).fill('21:30');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const own = await stage.arrange<object>(
      `select turn_on_auto, turn_on_date, turn_off_auto, turn_off_date from lighting_box
       where company_id = $1 and serial = 'QE-1'`,
      [company.company_id],
    );
    assert.deepEqual(own, [
      { turn_on_auto: false, turn_on_date: '21:30', turn_off_auto: null, turn_off_date: null },
    ]);
  });
});
