import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';

const PATH = '/apps/asset/alarms/rules';
const DAYS = Array.from({ length: 31 }, (_, i) => ({
  day: new Date(Date.UTC(2026, 4, 1 + i)).toISOString().slice(0, 10),
  proposed: i % 5 === 0 ? 2 : 0,
  in_force: i % 3,
  real: i % 2,
}));
const FIRST = {
  proj_code: 'AUR-001',
  plant_name: 'Capitanata',
  time_zone: 'Europe/Rome',
  device_id: 1,
  short_name: 'Inverter-dal-nome-piuttosto-lungo-1',
  port_name: null,
  from: '2026-05-01T10:00:00.000Z',
  to: '2026-05-01T11:10:00.000Z',
  count: 3,
};
const PREVIEW = {
  start: '2026-05-01T10:00:00.000Z',
  end: '2026-05-31T10:00:00.000Z',
  step_min: 5,
  plants: { asked: 50, looked_at: 38 },
  looked_until: null,
  proposed: { count: 14, repeats: 2, stood_min: 620, first: [FIRST] },
  in_force: { count: 47, repeats: 9, stood_min: 9000, first: [FIRST] },
  real: 31,
  days: DAYS,
  next: null,
};

const REFUSED = {
  status: 400,
  code: 'invalid',
  errors: [
    { path: 'params.silent_after_polls', message: 'wrong', code: 'range', params: { least: 2, most: 1000 } },
  ],
};

describe('the screen of thresholds', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let worker: TestUser;
  let device = 0;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const plant = plants.get('AUR-001') ?? 0;
    worker = await makeUser(stage, { company, roles: ['WORKER', 'APP_0'], plants: [plant] });
    device = await makeDevice(stage.pool, company, plant, 'Inverter-dal-nome-piuttosto-lungo-1', [
      'ac_power_kw',
    ]);
    await stage.arrange(
      `insert into alarm_rule (company_id, plant_id, device_id, code, enabled, params, changed_by) values
         ($1, null, null, 'string_weak', null, '{"weak_share_pct": 60, "open_after_min": 30}', $4),
         ($1, $2, null, 'no_production', false, '{}', $4), ($1, $2, $3, 'device_silent', null, '{"silent_after_polls": 9}', null)`,
      [company.company_id, plant, device, owner.id],
    );
  });
  after(() => stage?.close());

  inTodaysLook(3, (eyes) => {
    const { goto, look, verdict } = eyes;
    const rules = async (query: string) => {
      await goto(PATH + query);
      await eyes.page.getByRole('row').or(eyes.page.getByRole('listitem')).first().waitFor();
    };

    it('shows them, tries what is proposed, and tells at the field what is refused', async () => {
      const page = await eyes.open(stage, owner);
      await rules('');
      await page.getByRole('button', { name: /Guasto inverter|Inverter fault/ }).waitFor();
      await look('thresholds of the company');
      await page.route('**/api/v1/alarm-rules-preview/', (route) => route.fulfill({ json: PREVIEW }));
      await rules('?plant=AUR-001&code=string_weak');
      await page.getByRole('button', { name: /^(Prova questi valori|Try these values)$/ }).click();
      await page.getByText(/instead of 47|invece di 47/).waitFor();
      await page.locator('summary').click();
      await look('thresholds of a plant, tried');
      await rules(`?device=${device}&code=device_silent`);
      await page.route('**/api/v1/alarm-rules/', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: REFUSED }) : route.fallback(),
      );
      await page.getByRole('textbox', { name: /senza risposta|without an answer/ }).fill('500');
      await page.getByRole('button', { name: /^(Salva|Save)$/ }).click();
      await page.getByText(/^(Da 2 a|From 2 to) 1[.,]?000$/).waitFor();
      eyes.forgive();
      await look('thresholds of a device, refused');
      verdict();
    });

    it('is sound for who may only look, and when it fails', async () => {
      const page = await eyes.open(stage, worker);
      await goto(`${PATH}?plant=AUR-001&code=no_production`);
      await page.getByText(/Sola lettura|Read-only/).waitFor();
      assert.equal(await page.getByRole('button', { name: /^(Salva|Save)$/ }).count(), 0);
      await look('thresholds, read only');
      await page.route('**/api/v1/alarm-rules{,-set}/**', (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      await goto(`${PATH}?plant=AUR-001`);
      await page
        .getByRole('button', { name: /^(Riprova|Try again)$/ })
        .first()
        .waitFor();
      eyes.forgive();
      await look('thresholds, failed');
      verdict();
    });
  });
});
