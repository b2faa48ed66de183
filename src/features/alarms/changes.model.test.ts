import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedFlags, changesBetween, flagsOf, type StoredAlarm, worsened } from './changes.model.ts';
import { type ActiveAlarm, alarmKey } from './evaluation/active-alarm.model.ts';

const NOON = Date.parse('2026-06-20T11:00:00Z');

describe('changes between stored and active alarms', () => {
  const active: ActiveAlarm = {
    plant_id: 1,
    device_id: 8,
    port_id: null,
    code: 'string_weak',
    params: { strings: '3' },
    began_at: NOON,
    cause: null,
    evidence: null,
  };
  const stored: StoredAlarm = { ...active, id: 5, cause_id: null };
  it('opens what is new, closes what is gone and renames strings', () => {
    const none = { opened: [], closed: [], changed: [], moved: [], closing: [] };
    assert.deepEqual(changesBetween([], [active]), { ...none, opened: [active] });
    assert.deepEqual(changesBetween([stored], []), { ...none, closed: [stored] });
    assert.deepEqual(changesBetween([stored], [active]), none);
    const more = { ...active, params: { strings: '3, 5' } };
    assert.deepEqual(changesBetween([stored], [more]).changed, [{ id: 5, plant_id: 1, params: more.params }]);
  });
  it('says when a fault has gone and until when that must hold, not each second anew', () => {
    const closing = (closes_at: number | null) => ({
      after_ms: 600_000,
      back: closes_at === null ? null : { since: NOON, closes_at },
    });
    const changed = (was: number | null, is: number | null) =>
      changesBetween([{ ...stored, closing: closing(was) }], [{ ...active, closing: closing(is) }]).closing;
    const end = NOON + 600_000;
    assert.deepEqual(changed(null, end), [{ id: 5, plant_id: 1, closing: closing(end) }]);
    assert.deepEqual(changed(end, end + 5000), []);
    assert.equal(changed(end, end + 60_000).length, 1);
    assert.deepEqual(changed(end, null), [{ id: 5, plant_id: 1, closing: closing(null) }]);
  });
  it('tells which alarms follow from another now, and which stand alone', () => {
    const lost: ActiveAlarm = { ...active, device_id: null, port_id: 3, code: 'connection_lost' };
    const cause = alarmKey(lost);
    const follows = { ...active, cause };
    assert.deepEqual(changesBetween([stored], [lost, follows]).moved, [
      { id: 5, plant_id: 1, cause, was: null },
    ]);
    const kept = [
      { ...stored, cause_id: 9 },
      { ...stored, ...lost, id: 9, cause_id: null },
    ];
    assert.deepEqual(changesBetween(kept, [lost, follows]).moved, []);
    const alone = { id: 5, plant_id: 1, cause: null, was: 9 };
    assert.deepEqual(changesBetween(kept, [active]).moved, [alone]);
  });
});

describe('a warning that got worse', () => {
  const at = (code: ActiveAlarm['code'], device_id: number | null, cause: string | null = null) => ({
    plant_id: 1,
    device_id,
    port_id: device_id === null ? 3 : null,
    code,
    params: {},
    began_at: NOON,
    cause,
    evidence: null,
  });
  const kept = (alarm: ActiveAlarm, id: number, cause_id: number | null = null): StoredAlarm => ({
    ...alarm,
    id,
    cause_id,
  });
  const [weak, fault] = [at('under_expectation', 8), at('inverter_fault', 9)];
  const stored = [kept(weak, 1), kept(fault, 2)];
  const plantsOf = (...active: ActiveAlarm[]) => [...worsened(stored, active)];

  it('is an alarm that opens for its device, or that it follows from, also beside another', () => {
    assert.deepEqual(plantsOf(weak, fault, at('no_production', 8)), [1]);
    const lost = at('connection_lost', null);
    assert.deepEqual(plantsOf({ ...weak, cause: alarmKey(lost) }, fault, lost), [1]);
  });

  it('is none that comes again of what was known when the plant was snoozed', () => {
    const again = at('no_production', 8);
    const returning = new Set([alarmKey(again)]);
    assert.deepEqual([...worsened(stored, [weak, fault, again], returning)], []);
    const was = { plant_id: 1, error: false, warning: true, string_w: false };
    const worse = (...active: ActiveAlarm[]) => changedFlags([was], active, returning)[0]?.worse;
    assert.equal(worse(weak, again), false);
    assert.equal(worse(weak, again, fault), true);
  });

  it('is none that stood already, that is of something else, that follows from another, nor a second warning', () => {
    assert.deepEqual(plantsOf(weak, fault), []);
    assert.deepEqual(plantsOf(weak, fault, at('no_production', 7)), []);
    assert.deepEqual(plantsOf(weak, fault, at('no_production', 8, alarmKey(fault))), []);
    assert.deepEqual(plantsOf(weak, fault, at('readings_still', 8)), []);
    const follows = [kept(weak, 1, 2), kept(fault, 2)];
    assert.deepEqual([...worsened(follows, [weak, fault, at('no_production', 8)])], []);
  });
});

describe('the flags of a card', () => {
  it('part errors, warnings and string warnings', () => {
    assert.deepEqual(flagsOf([]), { error: false, warning: false, string_w: false });
    assert.deepEqual(flagsOf(['no_data']), { error: true, warning: false, string_w: false });
    assert.deepEqual(flagsOf(['device_silent']), { error: false, warning: true, string_w: false });
    assert.deepEqual(flagsOf(['string_weak']), { error: false, warning: false, string_w: true });
    assert.deepEqual(flagsOf(['inverter_fault', 'device_silent', 'string_weak']), {
      error: true,
      warning: true,
      string_w: true,
    });
  });
});
