import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MqttField, makeMqttField, messageOf } from '../../../tests/support/mqtt-field.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../features/measurements/server/refused-readings.ts';
import { createLog } from '../../shared/server/log.ts';
import { inScope } from '../../shared/server/tenancy.ts';
import { MessageReceiver } from './message-receiver.ts';

const log = createLog('silent', 'test');

describe('messages for devices that take no readings', () => {
  let field: MqttField;
  let writer: ReadingWriter;
  before(async () => {
    field = await makeMqttField();
    writer = new ReadingWriter(field.test.pool);
  });
  after(async () => {
    await writer.close();
    await field.test.close();
  });

  it('are acknowledged, counted by their reason, and never stored', async () => {
    const { pool } = field.test;
    const refused = new RefusedReadings({ pool, log });
    const receiver = new MessageReceiver({ pool, writer, refused, log });
    const arrived = Date.now();
    const since = arrived - 60_000;
    const kinds = ['virtual', 'template', null] as const;
    const stored: number[] = [];
    for (const kind of kinds) {
      const publisher = await field.addPublisher();
      const { company_id, device_id } = publisher;
      if (kind) {
        await inScope(pool, field.scope, (tx) =>
          tx.query(`update device set ${kind} = true where id = $1`, [device_id]),
        );
      }
      const payload = Buffer.from(messageOf(since, { 0: 1, 1: 2 }));
      assert.equal(await receiver.take({ company_id, device_id, payload, arrived }), 'stored');
      stored.push((await field.stored(publisher)).length);
    }
    await refused.close();
    assert.deepEqual(stored, [0, 0, 2]);
    assert.deepEqual(await field.refused(), [
      ['M1/D1', 'virtual_device', 2],
      ['M1/D2', 'template_device', 2],
    ]);
  });
});
