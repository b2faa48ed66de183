import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AlarmField, FAULT, INVERTER, RUNNING } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { until } from '../../../../tests/support/program.ts';

const INSTANCE = fileURLToPath(new URL('../../../../tests/support/alarm-instance.ts', import.meta.url));

describe('evaluation schedulers that are killed', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let field: AlarmField;
  /** One for each round: the end of a fault that came back is waited for longer. */
  let devices: number[];
  const instances = new Set<ChildProcess>();
  before(async () => {
    base = await openTestPool();
    field = await AlarmField.make(base.pool, 'Killed', Date.now());
    const { ids } = await field.addPlant('PLANT', {
      INV1: INVERTER,
      INV2: INVERTER,
      INV3: INVERTER,
      INV4: INVERTER,
    });
    devices = ids;
    // Without delays each reading may open or close.
    await field.query(
      `insert into alarm_rule (company_id, code, params)
       values ($1, 'inverter_fault', '{"open_after_min": 0, "close_after_min": 0}')`,
    );
  });
  after(async () => {
    for (const instance of instances) instance.kill('SIGKILL');
    await field.close();
    await base.close();
  });

  async function startInstance(): Promise<ChildProcess> {
    const instance = fork(INSTANCE, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    instances.add(instance);
    instance.send(base.database);
    await once(instance, 'message');
    return instance;
  }

  async function kill(instance: ChildProcess): Promise<void> {
    const gone = once(instance, 'exit');
    instance.kill('SIGKILL');
    await gone;
    instances.delete(instance);
  }

  const say = (round: number, state: number) => {
    field.now = Date.now();
    return field.say(devices[round], 10, state, 0);
  };
  const isOpen = async () => (await field.alarms()).some((alarm) => alarm.endsWith('open'));

  it('leave each fault opened once and closed once, however they die', async () => {
    let survivor = await startInstance();
    for (let round = 0; round < 4; round++) {
      const victim = survivor;
      await say(round, FAULT);
      // Two at once, one of which dies in, before or after a look.
      const next = startInstance();
      await pause(7 * round);
      await kill(victim);
      survivor = await next;
      await until(isOpen, `the fault is seen (round ${round})`);
      await say(round, RUNNING);
      await until(async () => !(await isOpen()), `its end is seen (round ${round})`);
    }
    await kill(survivor);
    const once = 'inverter_fault 1 closed';
    assert.deepEqual(await field.alarms(), [once, once, once, once]);
    // Opening and closing take turns: nothing was lost and nothing written twice.
    const turns = Array.from({ length: 4 }, () => ['opened', 'closed']).flat();
    assert.deepEqual(
      (await field.events()).map(({ kind }) => kind),
      turns,
    );
  });
});
