import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Days,
  inverterAt,
  lastValue,
  MINUTE,
  MORNING,
  plantOf,
} from '../../../../tests/support/watched-plant.ts';
import type { ActiveAlarm } from './active-alarm.model.ts';

const at = (minute: number): number => MORNING + minute * MINUTE;
const FAULT = 7;
const BOX = '8/0/string_weak';
const INVERTER = '2/0/inverter_fault';

interface Scenario {
  /** Minutes from which the second inverter is in fault, and the first box dark, until. */
  readonly fault: readonly [number, number];
  readonly dark: readonly [number, number];
  readonly sections?: readonly [inverter1: number, inverter2: number, box: number];
}

/** Two inverters and three boxes of six strings; the sun has been up for hours. */
function plant({ fault, dark, sections }: Scenario) {
  const within = (now: number, [from, to]: readonly [number, number]) => now >= at(from) && now < at(to);
  return (now: number) => {
    const inverter = (id: number, state: number) =>
      inverterAt(id, now, {
        section_id: sections?.[id - 1] ?? null,
        values: [
          lastValue(0, 'ac_power_kw', now, state === FAULT ? 0 : 50),
          lastValue(1, 'device_state', now, state),
        ],
      });
    const box = (id: number, amps: number) =>
      inverterAt(id, now, {
        short_name: `SB${id}`,
        category: 'string_box',
        nominal_power: null,
        section_id: sections && id === 8 ? sections[2] : null,
        values: Array.from({ length: 6 }, (_, i) =>
          lastValue(i, 'string_current_a', now, amps, { name: `string ${i + 1}` }),
        ),
      });
    return plantOf([
      inverter(1, 4),
      inverter(2, within(now, fault) ? FAULT : 4),
      box(8, within(now, dark) ? 0 : 8),
      box(9, 8),
      box(10, 8),
    ]);
  };
}

const boxOf = (alarms: readonly ActiveAlarm[]): ActiveAlarm | undefined =>
  alarms.find(({ code }) => code === 'string_weak');

function causeAt(minute: number, scenario: Scenario): string | null | undefined {
  const days = new Days(plant(scenario));
  days.until(minute);
  return boxOf(days.active)?.cause;
}

describe('a box whose strings are all dark', () => {
  const [inverter, alone] = [`1/${INVERTER}`, null];

  it('follows from the inverter that stopped with it, and ends with that', () => {
    const days = new Days(plant({ fault: [10, 60], dark: [10, 60] }));
    days.until(59);
    assert.equal(boxOf(days.active)?.cause, inverter);
    assert.ok(!days.story.some((all) => all.split(', ').includes(BOX)), days.story.join('\n'));
    days.until(75);
    assert.equal(days.story.at(-1), '');
    assert.ok(!days.story.some((all) => all.split(', ').includes(BOX)), days.story.join('\n'));
  });

  it('has a fault of its own where another hour, or another section, tells them apart', () => {
    const dark = [160, 400] as const;
    assert.equal(causeAt(185, { fault: [100, 400], dark }), alone);
    assert.equal(causeAt(185, { fault: [160, 400], dark, sections: [1, 2, 1] }), alone);
    assert.equal(causeAt(185, { fault: [1000, 1000], dark }), alone);
  });

  it('follows at any hour where its section names one inverter', () => {
    assert.equal(causeAt(80, { fault: [10, 400], dark: [60, 400], sections: [1, 2, 2] }), inverter);
  });

  it('stands alone, by a delay of its own, once the inverter works and it stays dark; what stood before does so at once', () => {
    const days = new Days(plant({ fault: [10, 40], dark: [10, 400] }));
    days.until(50);
    assert.equal(boxOf(days.active)?.cause, inverter);
    days.until(75);
    assert.equal(boxOf(days.active)?.cause, null);
    const before = new Days(plant({ fault: [30, 50], dark: [5, 400], sections: [1, 2, 2] }));
    before.until(29);
    assert.equal(boxOf(before.active)?.cause, null);
    before.until(45);
    assert.equal(boxOf(before.active)?.cause, inverter);
    before.until(60);
    assert.equal(boxOf(before.active)?.cause, null);
  });

  it('shows the boxes that it was measured against, and by how much they differ', () => {
    const days = new Days(plant({ fault: [1000, 1000], dark: [1, 400] }));
    let evidence: ActiveAlarm['evidence'] = null;
    // It is there at the look at which the alarm opens.
    for (let minute = 1; evidence === null && minute < 60; minute += 1 / 3) {
      days.until(minute);
      evidence = boxOf(days.active)?.evidence ?? null;
    }
    const shown = new Set(evidence?.series.map(({ short_name, role }) => `${short_name} ${role}`));
    assert.deepEqual([...shown], ['SB8 subject', 'SB9 sibling', 'SB10 sibling']);
    const figures = new Map(evidence?.figures.map(({ code, value, limit }) => [code, [value, limit]]));
    assert.deepEqual(figures.get('median_a'), [0, 1.2]);
    assert.deepEqual(figures.get('others_median_a'), [8, null]);
  });
});
