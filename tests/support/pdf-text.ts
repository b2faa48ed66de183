import { inflateSync } from 'node:zlib';

/** Objects of a PDF by their number: what stands in them, and what is in their stream. */
type Objects = ReadonlyMap<string, { readonly head: string; readonly stream: string }>;

function objectsOf(pdf: Uint8Array): Objects {
  const text = Buffer.from(pdf).toString('latin1');
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, number = '', body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [head = '', packed] = body.split(/stream\r?\n/, 2);
    const packs = packed !== undefined && head.includes('/FlateDecode');
    const bytes = packs ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : '';
    objects.set(number, { head, stream: bytes });
  }
  return objects;
}

const fromHex = (hex: string): string =>
  Buffer.from(hex.replaceAll(/[\s<>]/g, ''), 'hex')
    .swap16()
    .toString('utf16le');

/** What a font's glyphs stand for, by their number in hexadecimal digits. */
function glyphsOf(map: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [i, [hex]] of [...list.matchAll(/<[0-9a-f ]*>/g)].entries())
      glyphs.set((Number.parseInt(first, 16) + i).toString(16).padStart(4, '0'), fromHex(hex));
  return glyphs;
}

function fontsOf(objects: Objects): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '') ?? [];
      fonts.set(name, glyphsOf(objects.get(map)?.stream ?? ''));
    }
  return fonts;
}

const WORD = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) [\d.]+ Tf\n\[([^\]]*)\] TJ/g;

/** The text of a PDF that pdfmake has made: page after page, line after line, the words of a line from left to right. */
export function linesOfPdf(pdf: Uint8Array): string[] {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  return [...objects.values()].flatMap(({ stream }) => {
    const lines = new Map<string, { x: number; word: string }[]>();
    for (const [, x = '', y = '', font = '', shown = ''] of stream.matchAll(WORD)) {
      const digits = [...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join('');
      const word = (digits.match(/.{4}/g) ?? []).map((glyph) => fonts.get(font)?.get(glyph) ?? '').join('');
      lines.set(y, [...(lines.get(y) ?? []), { x: Number(x), word: word.trim() }]);
    }
    return [...lines.values()].map((words) =>
      words
        .toSorted((a, b) => a.x - b.x)
        .map(({ word }) => word)
        .filter(Boolean)
        .join(' '),
    );
  });
}
