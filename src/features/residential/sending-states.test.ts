import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countStates, sendingState } from './sending-states.model.ts';

const NOW = Date.parse('2026-06-20T10:00:00Z');
const MINUTE = 60_000;
const ago = (minutes: number, rhythm_s = 60, rests = false) =>
  sendingState({ last_at: NOW - minutes * MINUTE, rhythm_s, rests: () => rests }, NOW);

describe('how a home sends', () => {
  it('is judged by its own rhythm, an hour at least before it is silent', () => {
    assert.deepEqual(
      [ago(0), ago(10), ago(11), ago(60), ago(61)],
      ['sends', 'sends', 'late', 'late', 'silent'],
    );
    assert.deepEqual(
      [ago(45, 900), ago(46, 900), ago(180, 900), ago(181, 900)],
      ['sends', 'late', 'late', 'silent'],
    );
  });

  it('is never where nothing ever came, which is no silence', () => {
    assert.equal(sendingState({ last_at: null, rhythm_s: 60, rests: () => true }, NOW), 'never');
  });

  it('takes the rest of a night for no silence, and a day without a word for one also at night', () => {
    assert.deepEqual([ago(600, 60, true), ago(1441, 60, true)], ['sends', 'silent']);
  });

  it('is counted state by state, those of which there is none too', () => {
    assert.deepEqual(countStates(['silent', 'sends', 'silent']), { sends: 1, late: 0, silent: 2, never: 0 });
  });
});
