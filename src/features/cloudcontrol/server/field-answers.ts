import type { SunspecWalk } from '../../../devices/sunspec/chain.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { TestResult } from '../field-task.model.ts';
import type { AskedQuestion, FieldTask } from '../field-tools.contract.ts';
import type { TaskRow } from './field-tasks.repository.ts';
import { type FoundHere, foundAt, withTwinsMarked } from './found-device.ts';
import { inCompany } from './found-in-company.ts';

/** A question as whoever asked sees it, with what is found interpreted. */
export async function answerOf(tx: Tx, id: string, rows: readonly TaskRow[]): Promise<AskedQuestion> {
  const tasks: FieldTask[] = [];
  for (const row of rows) tasks.push(await taskOf(tx, row));
  return { id, ended: rows.every(({ state }) => state === 'ended'), tasks: withTwinsMarked(tasks) };
}

async function taskOf(tx: Tx, row: TaskRow): Promise<FieldTask> {
  const { position, kind, unit_id, state, asked_at, answer } = row;
  const seen = answer?.found === undefined ? undefined : foundAt(unit_id, answer.found as SunspecWalk);
  const given_up = state === 'ended' && answer === null ? { code: 'given_up' } : null;
  return {
    position,
    kind,
    unit_id,
    state,
    asked_at,
    reason: answer?.reason ?? seen?.reason ?? given_up,
    read: answer?.read ?? null,
    found: kind === 'find' ? await inCompany(tx, row, seen?.devices ?? []) : [],
    test: answer?.test ?? (kind === 'test' && seen?.devices[0] ? tried(seen.devices) : null),
  };
}

/** A device that was tried as what it says it is. */
function tried(devices: readonly FoundHere[]): TestResult {
  return {
    values: devices.flatMap(({ variables }) =>
      variables.map(({ name, value }) => ({
        name,
        value,
        reason: value === null ? { code: 'not_implemented' } : null,
      })),
    ),
    attributes: devices.flatMap(({ attributes }) => attributes.map(({ name, value }) => ({ name, value }))),
    latency_ms: null,
  };
}
