import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withSeenTexts } from './unseen.ts';

describe('what was stored under an older rule', () => {
  it('comes with a dot where nobody sees anything, and is else as it was', () => {
    const stored = { name: 'Inverter\u200f 1', list: [{ unit: '\u3164', at: 3, none: null }], flag: '👩‍🔧' };
    const shown = { name: 'Inverter· 1', list: [{ unit: '·', at: 3, none: null }], flag: '👩‍🔧' };
    assert.deepEqual(withSeenTexts(stored), shown);
  });
});
