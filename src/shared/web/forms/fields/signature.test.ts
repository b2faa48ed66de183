import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base64Of, GLASS, onGlass, urlOfPng } from './signature.model.ts';

describe('a signature on the glass', () => {
  it('is drawn where the finger is, however large the field is shown', () => {
    const box = { left: 10, top: 20, width: GLASS.width / 2, height: GLASS.height / 2 };
    assert.deepEqual(onGlass({ clientX: 10, clientY: 20 }, box), { x: 0, y: 0 });
    assert.deepEqual(onGlass({ clientX: 110, clientY: 70 }, box), { x: 200, y: 100 });
    assert.deepEqual(onGlass({ clientX: 5, clientY: 5 }, { ...box, width: 0, height: 0 }), { x: 0, y: 0 });
  });

  it('is sent as what an image shows, and nothing that is no PNG', () => {
    assert.equal(base64Of(urlOfPng('iVBORw0K')), 'iVBORw0K');
    assert.equal(base64Of('data:,'), null);
  });
});
