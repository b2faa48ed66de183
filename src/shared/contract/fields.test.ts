import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { lineOf, linesOf, nameOf } from './fields.ts';
import { WindowEnd, WindowStart, withPlantsDays } from './windows.ts';

describe('the window of a question', () => {
  const Window = z.object({
    proj_code: z.string().optional(),
    codes: z.array(z.string()).optional(),
    start: WindowStart,
    end: WindowEnd,
  });
  const asked = async (query: Record<string, unknown>, zone = 'America/New_York') => {
    const named: string[] = [];
    const zoneOf = async (proj_code: string) => {
      named.push(proj_code);
      return zone;
    };
    const { start, end } = (await withPlantsDays(query, Window.parse(query), zoneOf)) as z.infer<
      typeof Window
    >;
    return [start, end, ...named];
  };

  it('is of instants, or of whole days, the last one included', async () => {
    const instants = { start: '2026-03-29T00:00:00+01:00', end: '2026-03-30T00:00:00Z', proj_code: 'P1' };
    assert.deepEqual(await asked(instants), [instants.start, instants.end]);
    // The clock goes on by an hour in Rome on this day, and it has 23.
    const day = { start: '2026-03-29', end: '2026-03-29' };
    const rome = ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'];
    assert.deepEqual(await asked(day), rome);
    const there = ['2026-03-29T04:00:00.000Z', '2026-03-30T04:00:00.000Z', 'P1'];
    assert.deepEqual(await asked({ ...day, proj_code: 'P1' }), there);
    assert.deepEqual(await asked({ ...day, codes: ['P1'] }), there);
    assert.deepEqual(await asked({ ...day, codes: ['P1', 'P2'] }), rome);
    const mixed = { ...day, end: instants.end, proj_code: 'P1' };
    assert.deepEqual(await asked(mixed), [there[0], instants.end, 'P1']);
    for (const wrong of ['2026-02-30', '2026-3-1', 'today', '0000-01-01'])
      assert.equal(WindowStart.safeParse(wrong).success, false, wrong);
  });
});

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
    for (const name of [
      "Zoë D'Amico-Łuk",
      '山田 太郎',
      'عمر',
      '👩‍🔧 Officina',
      '👩🏽‍❤️‍💋‍👨🏻 1️⃣ 🇮🇹 🏴󠁧󠁢󠁷󠁬󠁳󠁿 ☀️',
      'A/B & C <D>',
      'می\u200cخواهم',
      'क्\u200dष',
      '葛\u{e0100}城',
    ])
      assert.equal(nameOf(40).parse(` ${name}\n`), name);
  });

  it('hides nothing: what is drawn as nothing is refused wherever no script and no emoji asks for it', () => {
    for (const sign of [
      '\u00ad',
      '\u034f',
      '\u061c',
      '\u115f',
      '\u17b4',
      '\u180e',
      '\u200b',
      '\u200c',
      '\u200d',
      '\u200e',
      '\u200f',
      '\u2060',
      '\u2064',
      '\u206f',
      '\u2800',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\uffa0',
      '\ufff9',
      '\u{1d173}',
      '\u{e0001}',
      '\u{e0041}',
      '\u{e0100}',
    ])
      for (const text of [`Aurora${sign}`, `Au${sign}rora`, sign.repeat(3), `☀ ${sign}Aurora`])
        for (const schema of [lineOf(40), nameOf(40)])
          if (text.trim() !== '' && text.trim() !== 'Aurora')
            assert.equal(takes(schema, text), false, JSON.stringify(text));
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
