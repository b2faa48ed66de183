import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIX_LINES } from '../../features/lighting/io-profile.model.ts';
import type { FieldCommand } from '../../features/lighting/server/field.public.ts';
import type { BoxInputs } from './box-bits.ts';
import type { Written } from './field-line.ts';
import { type CommandParts, runCommand } from './run-command.ts';

const inputsOf = (more: Partial<BoxInputs> = {}): BoxInputs => ({
  feedback: [false, false, false],
  tripped: [],
  manual: false,
  supply_ok: true,
  door_open: null,
  leakage: null,
  ...more,
});
const commandOf = (more: Partial<FieldCommand> = {}): FieldCommand => ({
  id: 1,
  box_id: 7,
  lines: [1, 3],
  turn_on: true,
  origin: 'person',
  override: true,
  unused: [],
  ...more,
});

/** A cabinet whose first and third coil lie apart: two requests are written. */
function partsOf(answers: Written['outcome'][], looks: BoxInputs[]): CommandParts {
  return {
    field: {
      box_id: 7,
      port_id: 1,
      unit_id: 1,
      poll_s: 60,
      enabled: true,
      paired: true,
      auto_mode: true,
      place: '127.0.0.1:502/1',
      moved: false,
      holds_times: false,
      asked_ms: null,
      wanted_ms: null,
      profile: SIX_LINES,
    },
    line: {
      read: () => assert.fail('inputs are given'),
      write: async () => ({ outcome: answers.shift() ?? 'done' }) as Written,
      hurry: () => undefined,
    },
    inputs: async () => looks.shift() ?? inputsOf({ feedback: [true, false, false] }),
    markSent: async () => true,
    sleep: async () => undefined,
    hurried: () => false,
    waits_ms: [0, 1],
  };
}

describe('a command of which a part is refused', () => {
  it('is read back where the other part went out, so that the lines that switched are known', async () => {
    const outcome = await runCommand(commandOf(), partsOf(['done', 'refused'], [inputsOf()]));
    assert.equal(outcome.kind, 'ended');
    assert.deepEqual(outcome.kind === 'ended' && outcome.end, {
      id: 1,
      state: 'failed',
      fault: 'feedback',
      results: { 1: 'confirmed', 3: 'feedback' },
    });
    const refused = await runCommand(commandOf(), partsOf(['refused'], [inputsOf()]));
    assert.equal(refused.kind === 'ended' && refused.end.fault, 'refused');
  });

  it('waits for a cabinet in manual or without supply where the schedule asks, and fails where a person does', async () => {
    for (const [inputs, fault] of [
      [inputsOf({ manual: true }), 'manual'],
      [inputsOf({ supply_ok: false }), 'supply'],
    ] as const) {
      const outcome = async (origin: FieldCommand['origin']) =>
        await runCommand(commandOf({ origin }), partsOf([], [inputs]));
      assert.equal((await outcome('schedule')).kind, 'later');
      assert.equal((await outcome('return')).kind, 'later');
      const told = await outcome('person');
      assert.equal(told.kind === 'ended' && told.end.fault, fault);
    }
  });

  it('switches no line that was put out of use after it was asked for', async () => {
    const parts = { ...partsOf([], []), markSent: () => assert.fail('nothing is sent') };
    const outcome = await runCommand(commandOf({ unused: [3] }), parts);
    assert.equal(outcome.kind === 'ended' && outcome.end.fault, 'line_off');
  });
});
