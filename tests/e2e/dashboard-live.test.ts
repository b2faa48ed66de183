import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startLiveFollower } from '../../src/features/overview/server/live-follower.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { makeCompany, makeDevice, makeKey, makeUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, type Stage, startStage, until } from './support/portal.ts';

describe('the dashboard in life', () => {
  let stage: Stage;
  let closeFollower: () => Promise<void>;
  before(async () => {
    stage = await startStage();
    const follower = await startLiveFollower({
      pool: stage.pool,
      database: stage.database,
      log: createLog('silent', 'test'),
    });
    closeFollower = () => follower.close();
  });
  after(async () => {
    await closeFollower?.();
    await stage?.close();
  });

  it('moves within five seconds of a reading being stored, without a reload', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles: ['VIEWER', 'APP_0'], plants: [] });
    const owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [
      { code: 'LIVE-1', name: 'Centrale viva', last_reading_at: null },
      { code: 'LIVE-2', name: 'Centrale ferma', power_kw: 1 },
    ]);
    await makeDevice(stage.pool, company, plants.get('LIVE-1') ?? 0, 'TURBINA', ['ac_power_kw']);
    const { headers } = await makeKey(stage, company, { scopes: ['ingest'] });
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/asset');
    const card = page.locator('[data-plant-card="LIVE-1"]');
    await card.getByText('Ancora nessuna lettura').waitFor();
    await page.evaluate('globalThis.sameDocument = true');

    for (const power of [123.45, 98.7]) {
      const answer = await fetch(`${stage.origin}/ingest/v1/readings/`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          readings: [
            { device: 'LIVE-1/TURBINA', ts: new Date().toISOString(), values: { ac_power_kw: power } },
          ],
        }),
      });
      assert.equal(answer.status, 200);
      const written = power.toFixed(2).replace('.', ',');
      await card.getByText(written).waitFor();
      await comesTo(() => card.getByText("Nessun dato ricevuto nell'ultima ora").count(), 0);
      await page.getByRole('main').getByText(`${written} kW`).first().waitFor();
    }
    assert.equal(await page.evaluate('globalThis.sameDocument'), true);
    // Who may see none of the plants hears nothing of them.
    const { page: other } = await stage.open({}, user);
    await other.goto('/apps/asset');
    await other.getByText('Nessun impianto trovato').waitFor();
  });

  it('scrolls through a thousand plants with few cards in the page', async () => {
    const company = await makeCompany(stage.pool, 'Mille');
    const owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const code = (i: number) => `M-${String(i).padStart(4, '0')}`;
    await makeLivePlants(
      stage.pool,
      company,
      Array.from({ length: 1000 }, (_, i) => ({ code: code(i + 1), power_kw: i, spark_kw: [0, i, i / 2] })),
    );
    const { page, faults } = await stage.open({}, owner);
    await page.goto('/apps/asset?sort=CI-C');
    await page.locator(`[data-plant-card="${code(1)}"]`).waitFor();
    const cards = page.locator('[data-plant-card]');
    assert.ok((await cards.count()) <= 60, `${await cards.count()} cards stand in the page`);
    for (const share of [0.25, 0.5, 0.75]) {
      await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
      await until(
        page,
        // Two points, because one may lie in the gap between two rows.
        "[0, 20].some((y) => document.elementFromPoint(innerWidth / 2, innerHeight / 2 + y)?.closest('[data-plant-card]'))",
      );
      assert.ok((await cards.count()) <= 60);
    }
    const last = page.locator(`[data-plant-card="${code(1000)}"]`);
    await comesTo(async () => {
      // A browser that is still drawing may not heed a key; who wants to get there presses it again.
      await page.keyboard.press('End');
      return last.isVisible();
    }, true);
    const item = page.getByRole('listitem').filter({ has: last });
    await comesTo(() => item.getAttribute('aria-posinset'), '1000');
    await comesTo(() => item.getAttribute('aria-setsize'), '1000');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });
});
