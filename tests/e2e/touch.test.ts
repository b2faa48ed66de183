import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { NARROW } from '../support/browser.ts';
import { type Charted, makeCharted } from './support/charted.ts';
import { comesToRest, goOn } from './support/go-on.ts';
import { type Stage, startStage } from './support/portal.ts';
import { TOO_SMALL } from './support/touch.ts';

// The sweeps measure every screen in a phone's window; here it is used with a finger.
describe('a phone', () => {
  let stage: Stage;
  let user: TestUser;
  let charted: Charted;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    charted = await makeCharted(stage, company);
  });
  after(() => stage?.close());

  it('has room for a thumb wherever something is pressed', async () => {
    const { page } = await stage.open({ viewport: NARROW, touch: true }, user);
    const small: string[] = [];
    for (const path of [
      '/',
      '/user',
      '/apps/asset',
      '/apps/asset/plants/NORD',
      '/apps/asset/plants/NORD/edit',
      '/apps/asset/alarms',
      '/apps/asset/charts',
      '/apps/asset/maintenance-types',
      '/apps/cloudcontrol',
      `/apps/cloudcontrol/devices/${charted.devices.get('NORD/INV1')}`,
    ]) {
      if (!(await goOn(page, '', path))) await page.goto(path);
      assert.ok(await comesToRest(page), path);
      const found = (await page.evaluate(TOO_SMALL)) as string[];
      small.push(...found.map((one) => `${path}: ${one}`));
    }
    assert.deepEqual(small, []);
  });
});
