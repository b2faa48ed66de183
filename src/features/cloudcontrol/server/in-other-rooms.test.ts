import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeKey } from '../../../../tests/support/app.ts';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { scopeOfWork } from '../../../shared/server/tenancy.ts';

const ago = (minutes: number) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 - minutes * 60_000).toISOString();

describe('what is configured, in other rooms', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  async function send(device: string, values: object) {
    const { headers } = await makeKey(field.test, scopeOfWork(field.company_id), {
      name: device,
      proj_code: 'P1',
    });
    return field.call(
      'POST',
      '/ingest/v1/readings/',
      { readings: [{ device, ts: ago(1), values }] },
      headers,
    );
  }

  it("a variable's own unit, decimals and colour stand in its charts and values", async () => {
    const name = {
      name: 'tank_x',
      label_en: 'X',
      label_it: 'X',
      unit: 'bar',
      decimals: 2,
      kind: 'gauge',
      quantity: 'other',
    };
    await field.must('POST', '/api/v1/variables-name/', name);
    const { device, variables } = await field.addDevice({ variables: [{ name: 'tank_x' }] });
    const look = { unit: 'mbar', decimals: 0, colour: '#112233' };
    await field.must('PATCH', `/cloudcontrol/v1/variables/${variables[0]?.id}/`, look);
    assert.equal((await send(device.short_name, { tank_x: 3 })).statusCode, 200);
    const chart = await field.call(
      'GET',
      `/api/v1/chart-results-data/?devices=${device.id}&variables=tank_x&resolution=raw&start=${ago(60)}&end=${ago(0)}`,
    );
    assert.match(chart.body, /"unit":"mbar"/);
    const overview = await field.call('GET', '/api/v1/plant-overview/P1/');
    assert.match(overview.body, /"unit":"mbar","decimals":0,"colour":"#112233"/);
  });

  it('a template is no working device: it takes no readings, and nobody waits for any', async () => {
    const { device } = await field.addDevice({ template: true });
    assert.equal((await send(device.short_name, { ac_power_kw: 1 })).statusCode, 422);
    for (const url of ['/api/v1/company-device/', '/api/v1/plant-overview/P1/']) {
      const { body } = await field.call('GET', url);
      assert.ok(!body.includes(`"${device.short_name}"`), url);
    }
  });
});
