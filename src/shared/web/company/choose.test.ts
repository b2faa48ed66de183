import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseCompany } from './choose.ts';

const mine = [{ id_client: 3 }, { id_client: 7 }, { id_client: 9 }];

describe('the active company', () => {
  it("is the tab's own, else the stored one, else the first", () => {
    assert.equal(chooseCompany(mine, { tab: 9, stored: 7 })?.id_client, 9);
    assert.equal(chooseCompany(mine, { tab: null, stored: 7 })?.id_client, 7);
    assert.equal(chooseCompany(mine, { tab: null, stored: null })?.id_client, 3);
  });

  it('is none of those that are not mine', () => {
    assert.equal(chooseCompany(mine, { tab: 4, stored: 7 })?.id_client, 7);
    assert.equal(chooseCompany(mine, { tab: 4, stored: 5 })?.id_client, 3);
    assert.equal(chooseCompany([], { tab: 3, stored: 3 }), null);
  });
});
