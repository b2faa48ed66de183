import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogEntry } from '../../logs.contract.ts';
import { devicesOf, filtersOfLog, foldRepeats } from './diary.model.ts';

const entry = (id: number, minute: number, more: Partial<LogEntry> = {}): LogEntry => ({
  id,
  source: 'configuration',
  kind: 'device.attribute_added',
  detail: { number: id },
  proj_code: 'A',
  plant_name: 'A',
  time_zone: 'Europe/Rome',
  device_id: 1,
  short_name: 'INV1',
  alarm_id: null,
  actor: null,
  note: '',
  at: new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString(),
  ...more,
});
const shown = (entries: LogEntry[]) =>
  foldRepeats(entries).map((row) => [row.entry.id, ...row.earlier.map(({ id }) => id)]);

describe('the diary', () => {
  it('has what repeats itself at a plant within a while in one row', () => {
    assert.deepEqual(shown([entry(4, 12), entry(3, 11), entry(2, 5), entry(1, 0)]), [[4, 3, 2, 1]]);
    assert.deepEqual(shown([entry(2, 30), entry(1, 0)]), [[2], [1]]);
  });
  it('keeps apart what happened elsewhere, to somebody else, or was written', () => {
    const other = entry(3, 11, { proj_code: 'B' });
    assert.deepEqual(shown([entry(4, 12), other, entry(2, 11)]), [[4, 2], [3]]);
    assert.deepEqual(shown([entry(2, 1), entry(1, 1, { actor: { id: 7, name: 'Marta' } })]), [[2], [1]]);
    assert.deepEqual(shown([entry(2, 1, { note: 'a' }), entry(1, 1, { note: 'b' })]), [[2], [1]]);
  });
  it('has what happens to many devices of a plant at once in one row, with their names', () => {
    const answers = { source: 'device', kind: 'answers' } as const;
    const entries = [1, 2, 2].map((device_id, i) =>
      entry(9 - i, 12 - i, { ...answers, device_id, short_name: `INV${device_id}` }),
    );
    const [row, ...others] = foldRepeats(entries);
    assert.deepEqual(row && devicesOf(row), ['INV1', 'INV2']);
    assert.equal(others.length, 0);
  });
  it('opens an old address of a log at its device and day', () => {
    const whole = { routine: 'true', source: undefined, person: undefined };
    const day = { ...whole, plant: 'AUR-001', span: 'free', from: '2026-06-01', to: '2026-06-01' };
    assert.deepEqual(filtersOfLog('AUR-001~0~2026-06-01'), { ...day, device: undefined });
    assert.deepEqual(filtersOfLog('AUR-001~12~2026-06-01'), { ...day, device: '12' });
  });
});
