import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUploads, changeUpload, nextUpload, percentOf, sizeOf } from './uploads.model.ts';

const file = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name);

describe('files on their way', () => {
  it('are sent one after the other, and one that failed does not hold up the others', () => {
    const two = addUploads([], [file('a.jpg'), file('b.jpg')]);
    const [a, b] = two.map(({ key }) => key);
    assert.ok(a && b && a !== b);
    assert.equal(nextUpload(two)?.key, a);
    const sending = changeUpload(two, a, { state: 'sending' });
    assert.equal(nextUpload(sending), undefined);
    const failed = changeUpload(sending, a, { state: 'failed' });
    assert.equal(nextUpload(failed)?.key, b);
    assert.equal(nextUpload(changeUpload(failed, b, { state: 'failed' })), undefined);
  });

  it('are not said to have arrived before the answer comes', () => {
    assert.deepEqual(
      [0, 1, 4, 5].map((sent) => percentOf({ sent, file: file('a') })),
      [0, 25, 99, 99],
    );
    assert.equal(percentOf({ sent: 0, file: file('empty', 0) }), 0);
  });

  it('have a size in the unit that fits', () => {
    assert.deepEqual(
      [0, 999, 1000, 33_554_432].map((bytes) => sizeOf(bytes)),
      [
        { value: 0, decimals: 0, unit: 'B' },
        { value: 999, decimals: 0, unit: 'B' },
        { value: 1, decimals: 0, unit: 'kB' },
        { value: 33.554432, decimals: 1, unit: 'MB' },
      ],
    );
  });
});
