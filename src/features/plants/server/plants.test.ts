import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestApp, makeCompany, makePlant, makeUser, signIn } from '../../../../tests/support/app.ts';

describe('the list of plants', () => {
  it('has every field of the Plant build', async () => {
    const test = await createTestApp();
    try {
      const company = await makeCompany(test.pool, 'Plants');
      const id = await makePlant(test.pool, company, 'P1');
      const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
      const headers = await signIn(test, owner, company);
      const answer = await test.app.inject({ url: '/api/v1/plants/', headers });
      const [plant] = answer.json<Record<string, unknown>[]>();
      // spec §3: Plant build
      const build = {
        master_id: id,
        name: 'P1',
        code: 'P1',
        label: 'P1',
        origin: '',
        show: true,
        productionType: 'photovoltaic',
        latitude: null,
        longitude: null,
        weather: null,
        datasets: [],
      };
      assert.deepEqual(plant, { ...plant, ...build });
    } finally {
      await test.close();
    }
  });
});
