import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineOf, linesOf, nameOf } from './fields.ts';

describe('a text that people type', () => {
  const takes = (schema: ReturnType<typeof lineOf>, text: string) => schema.safeParse(text).success;

  it('is one line: what breaks it, hides in it or turns it around is refused', () => {
    for (const broken of [
      'a\r\nBcc: b',
      'a\nb',
      'a\tb',
      'a\u0007b',
      'a\u0085b',
      'a\u2028b',
      'gnp\u202eexe',
      'a\u2066b',
    ])
      for (const schema of [lineOf(40), nameOf(40)])
        assert.equal(takes(schema, broken), false, JSON.stringify(broken));
  });

  it('is whatever people are called', () => {
    for (const name of ["Zoë D'Amico-Łuk", '山田 太郎', 'عمر', '👩‍🔧 Officina', 'A/B & C <D>'])
      assert.equal(nameOf(40).parse(` ${name}\n`), name);
  });

  it('may be empty, where it is no name', () => {
    assert.equal(lineOf(4).parse(' '), '');
    assert.equal(takes(nameOf(4), ' '), false);
    assert.equal(takes(lineOf(4), '12345'), false);
  });

  it('keeps its lines where it may have several, and no other control character', () => {
    assert.equal(linesOf(40).parse('one\r\ntwo\n\tthree\n'), 'one\r\ntwo\n\tthree');
    for (const broken of ['a\u0007b', 'a\u001b[31mb', 'gnp\u202eexe'])
      assert.equal(takes(linesOf(40), broken), false, JSON.stringify(broken));
  });
});
