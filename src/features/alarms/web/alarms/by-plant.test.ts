import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alarm } from '../../alarms.contract.ts';
import { byPlant, byPlantWithStorms, matchesCriteria, secondsOf } from './by-plant.model.ts';

const alarm = (proj_code: string, type: 'E' | 'W', day: number, rest: Partial<Alarm> = {}) =>
  ({
    proj_code,
    plant_name: proj_code,
    time_zone: 'Europe/Rome',
    type,
    date: `2026-06-0${day}T10:00:00Z`,
    snoozed_until: null,
    snooze_kind: null,
    acknowledged_at: null,
    assigned_to: null,
    device_id: null,
    ...rest,
  }) as Alarm;

describe('alarms by plant', () => {
  it('count what is wrong, the gravest first and what is snoozed last', () => {
    const until = '2026-07-01T10:00:00Z';
    const plants = byPlant([
      alarm('A', 'W', 3),
      alarm('B', 'E', 1, { acknowledged_at: until }),
      alarm('C', 'E', 2, { snoozed_until: until }),
      alarm('A', 'W', 1),
      alarm('B', 'W', 2),
    ]);
    assert.deepEqual(
      plants.map(({ id, errors, warnings, unacknowledged: unseen, oldest, newest }) => [
        [id, errors, warnings, unseen].join(' '),
        oldest.slice(8, 10),
        newest.slice(8, 10),
      ]),
      [
        ['B 1 1 1', '01', '02'],
        ['A 0 2 2', '01', '03'],
        ['C 1 0 1', '02', '02'],
      ],
    );
  });

  it('tell warnings of strings from others, as the plant itself does', () => {
    const [a, b] = byPlant([
      alarm('A', 'W', 1, { code: 'string_weak' }),
      alarm('A', 'W', 2, { code: 'string_weak' }),
      alarm('B', 'W', 1),
    ]);
    assert.deepEqual([a?.id, a?.warnings, a?.strings], ['B', 1, 0]);
    assert.deepEqual([b?.id, b?.warnings, b?.strings], ['A', 0, 2]);
  });

  it('of plants that were lost within seconds are one row, which holds nothing else of them', () => {
    const lost = (code: string, id: number, seconds: number, rest: Partial<Alarm> = {}) =>
      alarm(code, 'E', 1, {
        id,
        code: 'connection_lost',
        date: new Date(Date.parse('2026-06-01T10:41:00Z') + seconds * 1000).toISOString(),
        ...rest,
      });
    const rows = byPlantWithStorms([
      lost('A', 1, 0),
      lost('B', 2, 1.5),
      lost('C', 3, 2),
      lost('D', 4, 600),
      lost('E', 5, 1, { snoozed_until: '2026-07-01T10:00:00Z' }),
      alarm('A', 'W', 3, { id: 6, code: 'string_weak' }),
    ]);
    assert.deepEqual(
      rows.map(({ id, alarms, storm }) => [
        id,
        alarms.length,
        storm?.map((plant) => plant.proj_code).join(''),
      ]),
      [
        ['storm 1', 3, 'CBA'],
        ['D', 1, undefined],
        ['A', 1, undefined],
        ['E', 1, undefined],
      ],
    );
    // A plant that was lost and has another alarm stands twice: by names of their own.
    const shown = rows.flatMap((row) => [row, ...(row.storm ?? [])]);
    assert.equal(new Set(shown.map(({ id }) => id)).size, shown.length);
    assert.equal(rows[0] && secondsOf(rows[0]), 2);
    assert.equal(byPlantWithStorms([lost('A', 1, 0), lost('B', 2, 1), lost('B', 3, 2)]).length, 2);
  });

  it('leave what the address asks for', () => {
    const mine = alarm('A', 'W', 1, { assigned_to: { id: 7, name: 'Marta' } });
    assert.ok(matchesCriteria(mine, { assigned: 'me', type: 'W', acknowledged: 'false' }, 7));
    assert.ok(matchesCriteria(mine, { assigned: '7', plant: 'A' }, 1));
    assert.ok(matchesCriteria(alarm('A', 'E', 1), { assigned: 'nobody' }, 7));
    for (const criteria of [
      { assigned: 'me' },
      { type: 'E' },
      { acknowledged: 'true' },
      { plant: 'B' },
    ] as const)
      assert.ok(!matchesCriteria(mine, criteria, 8), JSON.stringify(criteria));
  });
});
