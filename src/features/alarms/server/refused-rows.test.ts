import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AlarmField, FAULT, INVERTER, MINUTE } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { CompanyEvaluation } from './company-evaluation.ts';

const START = Date.parse('2026-06-20T08:00:00Z');

describe('a row of an alarm that the database refuses', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let field: AlarmField;
  before(async () => {
    base = await openTestPool();
    field = await AlarmField.make(base.pool, 'Refused', START);
  });
  after(async () => {
    await field.close();
    await base.close();
  });

  it("stops its own plant's writing and no other's, is said once, and is tried again", async () => {
    const broken = await field.addPlant('BROKEN', { INV1: INVERTER });
    const other = await field.addPlant('OTHER', { INV1: INVERTER });
    const said: string[] = [];
    const alarms = new CompanyEvaluation({
      log: {
        warn: (_: unknown, text?: string) => said.push(text ?? ''),
        info: () => said.push('again'),
      } as never,
    });
    let refusing = true;
    const look = () =>
      inScope(base.pool, field.scope, (tx) => {
        // A type that there is not, where this plant's alarm is inserted.
        const query: Tx['query'] = (text, values = [], name) => {
          const [company, rows, ...rest] = values;
          const mine =
            refusing &&
            text.includes('insert into alarm (') &&
            String(rows).includes(`"plant_id":${broken.plant_id},`);
          return tx.query(
            text,
            mine ? [company, String(rows).replaceAll('"type":"E"', '"type":"X"'), ...rest] : values,
            name,
          );
        };
        return alarms.evaluate({ ...tx, query }, field.now, true);
      });
    const live = async (minutes: number) => {
      for (let i = 0; i < minutes; i++, field.now += MINUTE) {
        for (const id of [...broken.ids, ...other.ids]) await field.say(id, 10, FAULT, 16);
        await look();
      }
    };
    const errors = () =>
      field.query<{ plant_id: number; error: boolean }>(
        'select plant_id, error from plant_live where company_id = $1 order by plant_id',
      );
    await live(5);
    assert.deepEqual(await field.query('select plant_id, code from alarm where company_id = $1'), [
      { plant_id: other.plant_id, code: 'inverter_fault' },
    ]);
    assert.deepEqual(
      (await errors()).map(({ error }) => error),
      [false, true],
      'the card of the plant whose alarm could not be written does not claim it',
    );
    assert.deepEqual(
      await field.query('select failed_plant_ids from alarm_evaluation_state where company_id = $1'),
      [{ failed_plant_ids: [broken.plant_id] }],
    );
    assert.equal(said.length, 1);
    refusing = false;
    await live(1);
    assert.deepEqual(await field.alarms(), ['inverter_fault 1 open', 'inverter_fault 1 open']);
    assert.deepEqual(
      (await errors()).map(({ error }) => error),
      [true, true],
    );
    assert.deepEqual(said.slice(1), ['again']);
  });
});
