import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import type { MapReport } from '../maps.contract.ts';
import type { Template } from '../templates.contract.ts';

const V1 = '/cloudcontrol/v1/templates';

describe('register maps of templates', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  const get = (key: string) => field.must<Template>('GET', `${V1}/${key}/`);
  const send = (key: string, payload: string | Buffer, query: Record<string, string> = {}) =>
    field.test.app.inject({
      method: 'POST',
      url: `${V1}/${key}/map/?${new URLSearchParams(query)}`,
      headers: { ...field.headers, 'content-type': 'text/csv' },
      payload,
    });
  async function report(...sent: Parameters<typeof send>): Promise<MapReport> {
    const answer = await send(...sent);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<MapReport>();
  }
  const apply = { dry_run: 'false', remove_others: 'true' };

  it("come out of each of the program's as they go into one of the company's own, and change nothing there", async () => {
    const lines = await field.must<{ key: string; own: boolean }[]>('GET', `${V1}/`);
    const known = lines.filter(({ own }) => !own);
    assert.ok(known.length > 5);
    for (const { key } of known) {
      const copy = await field.must<Template>('POST', `${V1}/`, {
        name: `Copy ${key}`,
        from: { template_key: key },
      });
      for (const lang of ['it', 'en']) {
        const file = await field.call('GET', `${V1}/${key}/map/?lang=${lang}`);
        const same = await report(copy.key, file.rawPayload, apply);
        assert.deepEqual([same.faults, same.differences], [[], []], key);
      }
      assert.deepEqual(await get(copy.key), copy, key);
    }
    const [first] = known;
    const refused = await send(first?.key ?? '', 'name,address,type\nac_power_kw,1,u16\n');
    assert.equal(refused.statusCode, 409);
  });

  it('change what it gives devices, once it was looked at, and nothing where somebody was faster', async () => {
    const from = {
      variables: [
        { name: 'ac_power_kw', register: { function_code: 3, address: 1, data_type: 'uint16' } },
        { name: 'dc_power_kw', register: { function_code: 3, address: 2, data_type: 'uint16' } },
      ],
      attributes: [],
    };
    const made = await field.must<Template>('POST', `${V1}/`, { name: 'Own', from });
    const file = 'name,address,type,unit\nac_power_kw,10,s32,\npump_speed,12,u16,rpm\n';
    const dry = await report(made.key, file);
    assert.deepEqual([dry.counts.added, dry.counts.changed, dry.counts.others], [1, 1, 1]);
    assert.deepEqual(await get(made.key), made);
    const version = String(dry.newest_version);
    const done = await report(made.key, file, { ...apply, version });
    assert.equal(done.applied, true);
    const after = await get(made.key);
    assert.equal(after.version, made.version + 1);
    assert.deepEqual(
      after.map.variables.map(({ name, register, of_name }) => [name, register?.address, of_name?.unit]),
      [
        ['ac_power_kw', 10, undefined],
        ['pump_speed', 12, 'rpm'],
      ],
    );
    assert.equal((await send(made.key, file.replace(',10,', ',11,'), { ...apply, version })).statusCode, 409);
    assert.equal((await send('own-999999', file)).statusCode, 404);
  });
});
