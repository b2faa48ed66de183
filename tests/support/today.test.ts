import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ofToday, turnOf } from './today.ts';

const letters = [...'abcdefghij'];

describe('what has its turn today', () => {
  it('is in four days everything, each once', () => {
    const days = [0, 1, 2, 3].map((day) => turnOf(letters, { day, days: 4 }));
    assert.deepEqual(days.flat().sort(), letters);
    assert.deepEqual(days[1], ['b', 'f', 'j']);
    assert.deepEqual(
      turnOf(letters, { day: 20_421, days: 4 }),
      days[1],
      '20,421 days are 5,105 times four and one',
    );
  });

  it('is one at least, where there are fewer than days', () => {
    assert.deepEqual(turnOf(['a', 'b'], { day: 7, days: 4 }), ['b']);
    assert.deepEqual(turnOf([], { day: 7, days: 4 }), []);
  });

  it('is also what is due for another reason', () => {
    const due = ofToday(letters, 5, (one) => one === 'c');
    assert.ok(due.includes('c'));
    assert.ok(due.length >= 2);
  });
});
