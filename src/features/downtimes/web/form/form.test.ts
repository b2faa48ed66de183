import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankDowntime, bodyOf, knownDowntime, timeFaults, valuesOf } from './form.model.ts';

const ROME = 'Europe/Rome';
const NOW = Date.parse('2026-06-18T10:30:42Z');

describe('the form of a downtime', () => {
  it('shows times by the plant’s clock, and sends instants', () => {
    const values = valuesOf(blankDowntime(NOW), ROME);
    assert.deepEqual([values.start, values.stop, values.percentage], ['2026-06-18 12:30:00', '', null]);
    const sent = bodyOf({ ...values, stop: '2026-06-18 14:00:00' }, {}, { zone: ROME, isNew: true });
    assert.deepEqual(
      [Reflect.get(sent, 'start'), Reflect.get(sent, 'stop')],
      ['2026-06-18T10:30:00.000Z', '2026-06-18T12:00:00.000Z'],
    );
  });

  it('sends of a stored downtime what was changed: a time of an hour that comes twice stays', () => {
    // 00:30 and 01:30 UTC of 25 October are both 02:30 in Rome.
    const record = { ...blankDowntime(NOW), start: '2026-10-25T01:30:00.000Z', version: 3 };
    const values = valuesOf(record, ROME);
    assert.equal(values.start, '2026-10-25 02:30:00');
    const changed = { notes: 'seen' };
    assert.deepEqual(bodyOf({ ...values, ...changed }, changed, { zone: ROME, isNew: false }), changed);
  });

  it('says at once that it ends before it began, and nothing of times that nobody touched', () => {
    const stored = { start: '2026-10-25 02:50:00', stop: '2026-10-25 02:10:00' };
    assert.deepEqual(timeFaults(stored, stored, ROME), [], 'an hour that comes twice');
    const codes = (stop: string) => timeFaults({ ...stored, stop }, stored, ROME).map(({ code }) => code);
    assert.deepEqual(codes('2026-10-25 01:00:00'), ['not_after_start']);
    assert.deepEqual([...codes('2026-10-25 04:00:00'), ...codes('')], []);
  });

  it('sends what the extent means, whatever was chosen before', () => {
    const draft = {
      proj_code: 'P',
      start: '2026-06-18T10:00:00Z',
      stop: null,
      device_ids: [7],
      cause_id: 2,
      alarm_ids: [9],
    };
    const values = valuesOf(knownDowntime(NOW, draft), ROME);
    assert.equal(values.extent, 'devices');
    const body = (changed: object) =>
      bodyOf({ ...values, ...changed }, changed, { zone: ROME, isNew: false });
    assert.deepEqual(body({ extent: 'section', section_id: 4 }), { section_id: 4, device_ids: [] });
    assert.deepEqual(body({ extent: 'plant' }), { section_id: null, device_ids: [] });
    assert.deepEqual(body({ device_ids: [7, 8] }), { section_id: null, device_ids: [7, 8] });
  });
});
