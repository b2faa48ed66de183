import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLANK, bodyOf, fieldOf, timeFaults, valuesOf } from './form.model.ts';

const zone = 'Europe/Rome';
const record = { ...BLANK, proj_code: 'P1', started_at: '2026-05-04T08:00:00.000Z', signed_by: 'Bianchi' };

describe('the form of a report', () => {
  it('shows times by the clock of the plant, and sends them as instants', () => {
    const values = valuesOf(record, zone);
    assert.deepEqual([values.started, values.ended], ['2026-05-04 10:00:00', '']);
    assert.deepEqual(bodyOf(values, { started: '2026-05-04 11:30:00' }, { zone, isNew: false }), {
      started_at: '2026-05-04T09:30:00.000Z',
    });
  });

  it('sends a drawing only where one was made, so that what was drawn before stays', () => {
    const values = valuesOf(record, zone);
    assert.deepEqual(bodyOf(values, { hours: 2 }, { zone, isNew: false }), { hours: 2 });
    assert.deepEqual(bodyOf(values, { signature: 'iVBO' }, { zone, isNew: false }), { signature: 'iVBO' });
    assert.ok(!('signature' in bodyOf(values, {}, { zone, isNew: true })));
  });

  it('says at once that work ended before it began, and nothing of times that nobody touched', () => {
    const before = { started: '2026-05-04 10:00:00', ended: '2026-05-04 09:00:00' };
    assert.deepEqual(timeFaults(before, before, zone), []);
    const paths = (ended: string) => timeFaults({ ...before, ended }, before, zone).map(({ path }) => path);
    assert.deepEqual(paths('2026-05-04 09:59:00'), ['ended_at']);
    assert.deepEqual([...paths('2026-05-04 10:00:00'), ...paths('')], []);
  });

  it('says faults of times at the fields of times', () => {
    assert.deepEqual(
      ['started_at', 'ended_at', 'materials.0.name'].map((path) => fieldOf(path)),
      ['started', 'ended', 'materials.0.name'],
    );
  });
});
