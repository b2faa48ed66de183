import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { loadSlots } from '../../measurements/server/slot-readings.public.ts';
import type { CalcGroup } from '../calculations.contract.ts';
import { CompanyCalculations } from './calc-company.ts';

const V1 = '/cloudcontrol/v1';
const MINUTE = 60_000;
const DAYS = 5;
const FROM = Math.floor(Date.now() / MINUTE) * MINUTE - DAYS * 1440 * MINUTE;

describe('definitions that change while a worker calculates', () => {
  let field: ConfiguredField;
  let scope: Scope;
  let writer: ReadingWriter;
  const meters: number[] = [];
  before(async () => {
    field = await makeConfiguredField();
    scope = scopeOfWork(field.company_id);
    writer = new ReadingWriter(field.test.pool, { announce: async () => undefined });
    for (const power of [10, 2]) {
      const { device } = await field.addDevice();
      meters.push(device.id);
      const rows = Array.from({ length: DAYS }, (_, day) => ({
        device_id: device.id,
        ts: FROM + day * 1440 * MINUTE,
        values: Float64Array.of(power),
        quality: null,
      }));
      await writer.write(scope, rows);
    }
    await recomputeDirty(field.test.pool, scope);
  });
  after(async () => {
    await writer.close();
    await field.test.close();
  });

  let count = 0;
  const make = (): Promise<CalcGroup> =>
    field.must('POST', `${V1}/calc-groups/`, {
      name: `Group ${++count}`,
      operation: 'sum',
      inputs: meters.map((id) => ({ device_id: id, name: 'ac_power_kw' })),
      result: {
        device: { proj_code: 'P1', short_name: `V${count}`, interval_s: 60 },
        variable: 'ac_power_kw',
      },
    });
  const worker = () =>
    new CompanyCalculations(
      {
        pool: field.test.pool,
        write: (owner, rows) => writer.write(owner, rows),
        clock: () => Date.now(),
      },
      field.company_id,
    );
  async function workOff(company: CompanyCalculations): Promise<void> {
    for (let rounds = 0; rounds < 100 && (await company.workDue()) > 0; rounds++);
  }
  /** Good results as they are stored in the slot that the group has now. */
  async function results({ result }: CalcGroup): Promise<number[]> {
    const stored = 'select slot from variable where device_id = $1 and deleted_at is null';
    const [variable] = await field.test.arrange<{ slot: number }>(stored, [result.device_id]);
    return inScope(field.test.pool, scope, async (tx) => {
      const window = {
        device_id: result.device_id,
        start: FROM,
        end: Date.now(),
        slots: [variable?.slot ?? 0],
      };
      const [found] = (await loadSlots(tx, [window])) ?? [];
      return [...(found?.columns[0]?.values ?? [])].filter((value) => !Number.isNaN(value));
    });
  }
  const all = (value: number) => Array.from({ length: DAYS }, () => value);
  const due = () => field.test.arrange('select from calc_due where past');

  it('leave a new group its whole past, whatever the worker had read before', async () => {
    const company = worker();
    await company.load();
    const first = await make();
    await workOff(company);
    assert.deepEqual(await results(first), all(12));
    const second = await make();
    await workOff(company);
    assert.deepEqual([await results(second), (await due()).length], [all(12), 0]);
  });

  it('go on in the slot of the new definition', async () => {
    const group = await make();
    const company = worker();
    await company.load();
    await workOff(company);
    await field.must('PUT', `${V1}/calc-groups/${group.id}/`, { operation: 'maximum' });
    await workOff(company);
    assert.deepEqual(await results(group), all(10));
  });

  it('are all calculated where several are made while it works', async () => {
    const company = worker();
    await company.load();
    let making = true;
    const working = (async () => {
      while (making) await company.workDue();
      await workOff(company);
    })();
    const made: CalcGroup[] = [];
    for (let i = 0; i < 6; i++) made.push(await make());
    making = false;
    await working;
    const found = await Promise.all(made.map((group) => results(group)));
    assert.deepEqual(
      found,
      made.map(() => all(12)),
    );
    assert.equal((await due()).length, 0);
  });
});
