import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PALETTE } from '../../../../shared/web/charts/colours.model.ts';
import { contrastOf, looksLikeState, looksOf } from './contrast.model.ts';

describe('a colour that somebody chooses', () => {
  it('is told how it stands out', () => {
    assert.equal(contrastOf('#000000', '#ffffff'), 21);
    assert.equal(contrastOf('#2456e6', '#2456e6'), 1);
    assert.equal(Math.round(contrastOf('#767676', '#ffffff') * 100) / 100, 4.54);
  });

  it('of the palette is seen in both themes, and means no state', () => {
    assert.ok(PALETTE.length >= 8);
    for (const colour of PALETTE) {
      for (const { enough, scheme } of looksOf(colour) ?? []) assert.ok(enough, `${colour} ${scheme}`);
      assert.equal(looksLikeState(colour), false, colour);
    }
  });

  it('is warned of where it hardly shows, or would pass for an alarm', () => {
    assert.deepEqual(
      looksOf('#FFFF00')?.map(({ enough }) => enough),
      [false, true],
    );
    assert.equal(looksLikeState('#DC3024'), true);
    assert.equal(looksOf('blue'), undefined);
    assert.equal(looksLikeState(''), false);
  });
});
