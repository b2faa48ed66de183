import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areasOf, dayOf, ofToday, turnOf } from './today.ts';

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
    const due = ofToday(letters, { day: 0, days: 5 }, (one) => one === 'c');
    assert.ok(due.includes('c'));
    assert.ok(due.length >= 2);
  });

  it('is of a day that is a whole number: any other is no turn of anything, so that nothing would be tried', () => {
    assert.equal(dayOf('20789'), 20_789);
    for (const word of ['x', '1.5', '-1', ' ', '1e400']) assert.throws(() => dayOf(word), /TURN/, word);
  });

  it('is what belongs to a changed area: its sources, and its examples', () => {
    const paths = [
      'src/features/plants/web/PlantPage.tsx',
      'src/acquisition/port-poller.ts',
      'tests/contract/areas/lighting.ts',
      'tests/contract/areas/community/plants-of.ts',
      'src/shared/web/Page.tsx',
    ];
    assert.deepEqual([...areasOf(paths)], ['plants', 'acquisition', 'lighting', 'community']);
  });
});
