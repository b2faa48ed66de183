import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  lastSaid,
  NIGHT_WORDS,
  type NightRow,
  rowsOf,
  stretchesOf,
  tableOf,
  withOverrides,
} from './night-words.ts';

const day = '2026-11-28';
const row = (fields: Partial<NightRow> = {}): NightRow => ({
  day,
  line: 1,
  on_min: 16 * 60,
  off_min: 30 * 60,
  pause_from_min: null,
  pause_to_min: null,
  ...fields,
});
const at = (text: string): number => Date.parse(`2026-11-${text}Z`);
const NOW = at('28T18:00');

describe('nights in registers', () => {
  it('hold on, off and the pause between, and come back as they were written', () => {
    const wanted = [
      row(),
      row({ line: 6, pause_from_min: 22 * 60, pause_to_min: 28 * 60 }),
      row({ day: '2026-11-29', line: 1, on_min: 961 }),
      // Before the first night, and without light.
      row({ day: '2026-11-27' }),
      row({ line: 2, on_min: null, off_min: null }),
    ];
    const table = tableOf(wanted, { days: 2, now_ms: NOW, overrides: [] });
    assert.equal(table.first_day, Date.parse(day) / 86_400_000);
    assert.equal(table.words.length, 2 * NIGHT_WORDS);
    assert.deepEqual(table.words.slice(0, 4), [960, 1800, 0xffff, 0xffff]);
    assert.deepEqual(table.words.slice(20, 24), [960, 1800, 1320, 1680]);
    assert.deepEqual(rowsOf(table), [wanted[0], wanted[1], wanted[2]]);
  });

  it('begin with the night that is under way in the morning', () => {
    assert.equal(
      tableOf([], { days: 1, now_ms: at('29T05:00'), overrides: [] }).first_day,
      Date.parse(day) / 86_400_000,
    );
    assert.equal(
      tableOf([], { days: 1, now_ms: at('29T12:00'), overrides: [] }).first_day,
      Date.parse(day) / 86_400_000 + 1,
    );
  });

  const rows = (overrides: Parameters<typeof tableOf>[1]['overrides'], wanted = [row()]) =>
    rowsOf(tableOf(wanted, { days: 1, now_ms: NOW, overrides })).map(
      ({ on_min, off_min, pause_from_min, pause_to_min }) => [on_min, off_min, pause_from_min, pause_to_min],
    );
  const dark = { lines: [1], on: false, from_ms: at('28T18:00'), until_ms: at('28T20:00') };

  it('have an override laid over them, so that the controller returns by itself', () => {
    assert.deepEqual(rows([dark]), [[1200, 1800, null, null]]);
    const ahead = { ...dark, from_ms: at('28T19:00') };
    assert.deepEqual(rows([ahead]), [[960, 1800, 1140, 1200]]);
    assert.deepEqual(rows([{ ...dark, lines: [2] }]), [[960, 1800, null, null]], 'another line');
    assert.deepEqual(rows([{ ...dark, until_ms: at('29T09:00') }]), [], 'to the end of the night');
    const long = { ...dark, on: true, until_ms: at('29T09:00') };
    assert.deepEqual(rows([long]), [[960, 33 * 60, null, null]]);
    const noon = { ...dark, on: true, from_ms: at('28T12:00'), until_ms: at('28T13:30') };
    assert.deepEqual(rows([noon]), [[960, 1800, null, null]], 'it is over');
  });

  it('go by the schedule alone where an override does not fit', () => {
    const half = row({ pause_from_min: 22 * 60, pause_to_min: 28 * 60 });
    assert.deepEqual(rows([dark], [half]), [[1200, 1800, 1320, 1680]], 'what is over is left out');
    const later = { ...dark, on: true, from_ms: at('29T01:00'), until_ms: at('29T02:00') };
    assert.deepEqual(rows([dark, later], [half]), [[960, 1800, 1320, 1680]]);
  });
});

describe('what a schedule says', () => {
  it('is lit stretches, over which words are laid, each until the next', () => {
    const [lit] = stretchesOf(row());
    assert.deepEqual(lit, { from: at('28T16:00'), to: at('29T06:00') });
    assert.deepEqual(stretchesOf(row({ pause_from_min: 1320, pause_to_min: null })), [
      { from: at('28T16:00'), to: at('28T22:00') },
    ]);
    const off = { lines: [1], on: false, from_ms: at('28T18:00'), until_ms: at('28T22:00') };
    const again = { lines: [1], on: true, from_ms: at('28T19:00'), until_ms: at('28T20:00') };
    assert.deepEqual(withOverrides(lit ? [lit] : [], [again, off]), [
      { from: at('28T16:00'), to: at('28T18:00') },
      // The word of 18:00 would have lasted until 22:00; at 20:00 the schedule acts again.
      { from: at('28T19:00'), to: at('29T06:00') },
    ]);
  });

  it('was said last at an instant that is known', () => {
    const lit = stretchesOf(row({ pause_from_min: 1320, pause_to_min: 1680 }));
    assert.equal(lastSaid(lit, at('28T15:59')), undefined);
    assert.deepEqual(lastSaid(lit, at('28T16:00')), { on: true, at_ms: at('28T16:00') });
    assert.deepEqual(lastSaid(lit, at('29T03:00')), { on: false, at_ms: at('28T22:00') });
    assert.deepEqual(lastSaid(lit, at('29T12:00')), { on: false, at_ms: at('29T06:00') });
  });
});
