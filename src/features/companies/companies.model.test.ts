import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { looksLikeTelephone, slugOf } from './companies.model.ts';

describe("a company's slug", () => {
  const MADE: Readonly<Record<string, string>> = {
    'Aurora Energia': 'aurora-energia',
    '  Società  Élite & Figli S.r.l. ': 'societa-elite-figli-s-r-l',
    '---': 'company',
    株式会社: 'company',
    'Straße 7': 'stra-e-7',
    [`${'a'.repeat(59)} b`]: 'a'.repeat(59),
  };
  for (const [name, slug] of Object.entries(MADE)) {
    it(`of ${name.slice(0, 40)} is ${slug.slice(0, 40)}`, () => {
      assert.equal(slugOf(name), slug);
      assert.match(slugOf(name), /^[a-z0-9-]{1,60}$/);
    });
  }
});

describe("a company's telephone", () => {
  for (const text of [
    '',
    ' ',
    '02',
    '+39 02 5550 0300',
    '(02) 555-03/00',
    '02.555 ext. 12',
    '02 555 int 7',
    '02x9',
  ]) {
    it(`may be "${text}"`, () => assert.equal(looksLikeTelephone(text), true));
  }
  for (const text of ['abc', '02 abc', '+', '--', 'ext. 12', '02 + 3', '٠٢', '<b>02</b>', '1'.repeat(41)]) {
    it(`is not "${text}"`, () => assert.equal(looksLikeTelephone(text), false));
  }
});
