import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Incoming } from './ingest.model.ts';
import { countLines, type Precision, readLines } from './line-protocol.model.ts';

const NOW = Date.parse('2026-06-01T10:00:00.123Z');
const read = (text: string, precision: Precision = 'ns') => [...readLines(text, { precision, now: NOW })];

interface Read {
  row: number;
  device: string;
  ts: number;
  values: Record<string, unknown>;
}
const readingOf = (one: Incoming | undefined): Read => {
  assert.ok(one && 'reading' in one, JSON.stringify(one));
  const { device, ts, values } = one.reading as Read;
  return { row: one.row, device, ts, values: { ...values } };
};
const codeOf = (one: Incoming | undefined) => (one && 'code' in one ? one.code : 'a reading');

describe('line protocol', () => {
  it('is read as its documentation writes it', () => {
    // https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/, with a tag that names a device.
    const of = (line: string) => readingOf(read(line)[0]);
    assert.deepEqual(
      of('airSensors,sensorId=A0100,device=A0100 temperature=72.9658,humidity=0.5141 1780308000123000000'),
      {
        row: 1,
        device: 'A0100',
        ts: NOW,
        values: { temperature: 72.9658, humidity: 0.5141 },
      },
    );
    const values = (fields: string) => of(`myMeasurement,device=d ${fields} 1780308000123000000`).values;
    assert.deepEqual(values('fieldKey=1.0'), { fieldKey: 1 });
    assert.deepEqual(values('fieldKey=1'), { fieldKey: 1 });
    assert.deepEqual(values('fieldKey=-1.234456e+78'), { fieldKey: -1.234456e78 });
    assert.deepEqual(values('fieldKey=1i'), { fieldKey: 1 });
    assert.deepEqual(values('fieldKey=12485903i'), { fieldKey: 12_485_903 });
    assert.deepEqual(values('fieldKey=-12485903i'), { fieldKey: -12_485_903 });
    assert.deepEqual(values('fieldKey=12485903u'), { fieldKey: 12_485_903 });
    for (const yes of ['t', 'T', 'true', 'True', 'TRUE']) assert.deepEqual(values(`f=${yes}`), { f: 1 });
    for (const no of ['f', 'F', 'false', 'False', 'FALSE']) assert.deepEqual(values(`f=${no}`), { f: 0 });
    assert.deepEqual(of('my\\ Measurement,device=d fieldKey=1').values, { fieldKey: 1 });
    assert.deepEqual(of('myMeasurement,tag\\ Key1=tag\\ Value1,device=a\\ b\\,c\\=d field\\ Key=100'), {
      row: 1,
      device: 'a b,c=d',
      ts: NOW,
      values: { 'field Key': 100 },
    });
    assert.deepEqual(of('m,tag=🍭,device=Käse\\d f=1').device, 'Käse\\d');
  });

  it('leaves out comments and blank lines, and counts them', () => {
    const text =
      '# a comment, device=x y=1\n\n  \r\nm,device=a x=1 1780308000123000000\r\n\t m,device=b x=2i  \n#\n';
    assert.deepEqual(
      read(text).map((one) => readingOf(one)),
      [
        { row: 4, device: 'a', ts: NOW, values: { x: 1 } },
        { row: 5, device: 'b', ts: NOW, values: { x: 2 } },
      ],
    );
    assert.equal(countLines(text), 6);
    assert.deepEqual([countLines(''), countLines('a'), countLines('a\n'), countLines('a\n\n')], [0, 1, 1, 2]);
  });

  it('reads timestamps of each precision without losing a millisecond', () => {
    const at = (stamp: string, precision: Precision) =>
      readingOf(read(`m,device=a x=1 ${stamp}`, precision)[0]).ts;
    assert.equal(at('1780308000123999999', 'ns'), NOW);
    assert.equal(at('1780308000123000', 'us'), NOW);
    assert.equal(at('1780308000123', 'ms'), NOW);
    assert.equal(at('1780308000', 's'), NOW - 123);
    assert.equal(at('0', 'ns'), 0);
  });

  it('says what a timestamp looks like when another precision was announced', () => {
    const [one] = read('m,device=a x=1,y=2 1780308000');
    assert.deepEqual(one, {
      row: 1,
      code: 'looks_like_s',
      of: {
        device: 'a',
        readings: 2,
        reason: 'the timestamp looks like seconds and was announced as nanoseconds: send precision=s',
      },
    });
    assert.equal(codeOf(read('m,device=a x=1 1780308000123')[0]), 'looks_like_ms');
    assert.equal(codeOf(read('m,device=a x=1 1780308000123456', 'ms')[0]), 'looks_like_us');
    assert.equal(codeOf(read('m,device=a x=1 1780308000123456789', 's')[0]), 'looks_like_ns');
  });

  it('refuses texts and keeps the numbers beside them, also where a text has quotes, commas and lines', () => {
    const text =
      'm,device=a note="a \\"b\\", x=9\n c",x=1 1780308000123000000\nm,device=b x=2\nm,device=c only="text"';
    const [note, first, second, only, ...more] = read(text);
    assert.deepEqual(note, { row: 1, code: 'text_value', of: { device: 'a', variable: 'note' } });
    assert.deepEqual(readingOf(first), { row: 1, device: 'a', ts: NOW, values: { x: 1 } });
    assert.deepEqual(readingOf(second), { row: 3, device: 'b', ts: NOW, values: { x: 2 } });
    assert.equal(codeOf(only), 'text_value');
    assert.deepEqual(more, []);
  });

  it('names a broken line and goes on with the next one', () => {
    const broken = [
      'm',
      'm,device=a',
      'm,device=a ',
      'm,device=a x',
      'm,device=a x=',
      'm,device=a x=1,',
      'm,device=a x=1 1780308000123000000 more',
      'm,device= x=1',
      'm,=a x=1',
      'm,device x=1',
      ',device=a x=1',
      'm,device=a =1',
      'm,device=a x="open',
      'm,device=a x="a"b 5',
      'm,device=a\tx=1',
    ];
    const good = 'm,device=z x=1';
    for (const line of broken) {
      const [bad, next, ...more] = read(`${line}\n${good}`);
      assert.deepEqual([bad?.row, codeOf(bad)], [1, 'bad_line'], line);
      assert.equal(readingOf(next).row, 2, line);
      assert.equal(more.length, 0, line);
    }
    assert.equal(codeOf(read('m x=1')[0]), 'no_device');
    assert.equal(codeOf(read('m,device=a x=1 noon')[0]), 'bad_ts');
    assert.deepEqual(readingOf(read('m,device=a x=NaN,y=1j')[0]).values, { x: 'NaN', y: '1j' });
    assert.deepEqual(Object.keys((read('m,device=a __proto__=1')[0] as { reading: Read }).reading.values), [
      '__proto__',
    ]);
  });

  it('reads whatever a client writes, escapes included', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 12 })
      .filter((text) => /^[^\n\r\t\\\0 ]+$/.test(text) && !text.startsWith('#'));
    const escaped = (text: string) => text.replace(/[, =]/g, '\\$&');
    const spaced = fc.tuple(name, name).map((parts) => parts.join(' '));
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => [String(x), x] as const),
      fc.integer().map((x) => [`${x}i`, x] as const),
      fc.boolean().map((x) => [String(x), Number(x)] as const),
    );
    const point = fc.record({
      measurement: spaced,
      tags: fc.array(
        fc.tuple(
          spaced.filter((key) => key !== 'device'),
          spaced,
        ),
        { maxLength: 3 },
      ),
      device: spaced,
      fields: fc.uniqueArray(fc.tuple(spaced, value), {
        minLength: 1,
        maxLength: 5,
        selector: ([key]) => key,
      }),
      ts: fc.integer({ min: 1_000_000_000_000, max: 1_999_999_999_999 }),
    });
    const written = ({
      measurement,
      tags,
      device,
      fields,
      ts,
    }: typeof point extends fc.Arbitrary<infer P> ? P : never) =>
      [
        [
          escaped(measurement).replaceAll('\\=', '='),
          ...[...tags, ['device', device] as const].map(([k, v]) => `${escaped(k)}=${escaped(v)}`),
        ].join(','),
        fields.map(([key, [text]]) => `${escaped(key)}=${text}`).join(','),
        `${ts}000000`,
      ].join(' ');
    fc.assert(
      fc.property(fc.array(point, { maxLength: 8 }), (points) => {
        const got = read(points.map(written).join('\n')).map((one) => readingOf(one));
        assert.deepEqual(
          got,
          points.map(({ device, fields, ts }, i) => ({
            row: i + 1,
            device,
            ts,
            values: Object.fromEntries(
              fields.map(([key, [, x]]) => [key, x === 0 ? got[i]?.values[key] : x]),
            ),
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('takes any text at all without falling over, and no more rows than its lines and texts allow', () => {
    const pieces = fc.constantFrom(
      'm',
      ',',
      '=',
      ' ',
      '"',
      '\\',
      '\n',
      '\r\n',
      '#',
      'device=a',
      'x=1',
      '1i',
      'é',
      '\0',
      '9',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const lines = countLines(text);
        for (const { row } of read(text)) assert.ok(row >= 1 && row <= lines);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads long lines, long words and texts that nobody closes', () => {
    assert.equal(read(`m,device=a x="${'\\"\n'.repeat(300_000)}m,device=b x=1`).length, 300_001);
    assert.equal(read('m,device=a x="\n'.repeat(100_000)).length, 50_000);
    assert.equal(read(`m,device=${'\\,'.repeat(500_000)} x=1`).length, 1);
    assert.equal(read(`m,device=a ${'x=1,'.repeat(200_000)}x=1`).length, 1);
  });
});
