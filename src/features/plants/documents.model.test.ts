import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guessedKind, titleOf } from './documents.model.ts';

describe('a document that is added', () => {
  it('is called after its file, and guessed at by its words', () => {
    assert.equal(titleOf('Polizza_all-risk_2026.pdf'), 'Polizza all-risk 2026');
    assert.equal(titleOf('v1.2'), 'v1');
    assert.deepEqual(
      ['Polizza_2026.pdf', 'contratto O&M.pdf', 'schema unifilare.pdf', 'scheda moduli.pdf', 'IMG_1.pdf'].map(
        guessedKind,
      ),
      ['insurance', 'contract', 'scheme', 'data_sheet', 'other'],
    );
  });
});
