import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre';
import { cpuBudget } from '../../../shared/server/cpu-budget.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { understand } from './csv-file.ts';
import { tableOf } from './workbook.ts';

interface Part {
  name: string;
  text: string | Buffer;
  /** What the file says that the part is long, where that is not the truth. */
  said?: number;
}

/** A ZIP file, byte by byte. */
function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, text, said } of parts) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(said ?? raw.length, 18);
    head.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The least that is a workbook, as another program might write it. */
function minimal(rows: string, more: Partial<Part> = {}): Buffer {
  return zip([
    {
      name: '[Content_Types].xml',
      text: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets><sheet name="Dati" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      text: `${XML}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      text: `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    },
  ]);
}

const code = (expected: string) => (refusal: AppError) => {
  assert.equal(refusal.options.errors?.[0]?.code, expected, refusal.message);
  return true;
};

describe('a workbook', () => {
  it('is read where it lies: rows at their numbers, dates and numbers exact, cached values of formulas', async () => {
    const rows = [
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Ora</t></is></c><c r="C2" t="inlineStr"><is><t>Potenza [kW]</t></is></c></row>',
      '<row r="5"><c r="A5" s="1"><v>46174.416666666664</v></c><c r="C5"><f>1/3</f><v>0.3333333333333333</v></c></row>',
      '<row r="6"><c r="A6" s="1"><v>46174.42013888889</v></c><c r="C6" t="str"><f>"n"</f><v>12,5</v></c><c r="D6" t="e"><v>#N/A</v></c></row>',
      '<row r="8"><c s="1"><v>46174.42361112269</v></c><c/><c t="b"><v>1</v></c></row>',
    ];
    const { text, sheet, sheets } = await tableOf(minimal(rows.join('')));
    assert.deepEqual([sheet, sheets], ['Dati', ['Dati']]);
    assert.deepEqual(text.split('\n'), [
      '',
      'Ora\t\tPotenza [kW]',
      '',
      '',
      '2026-06-01T10:00:00\t\t3333333333333333e-16',
      '2026-06-01T10:05:00\t\t12,5\t#N/A',
      '',
      '2026-06-01T10:10:00.001\t\t1',
      '',
    ]);
  });

  it('offers the sheets that are seen, and reads the first with readings unless another is named', async () => {
    const readings = [
      ['Time', 'ac_power_kw'],
      [new Date('2026-06-01T10:00:00Z'), 4.5],
      [new Date('2026-06-01T10:05:00Z'), 5],
    ];
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['Report of the month'], ['by', 'somebody']] },
        { name: 'Hidden', rows: readings, hidden: true },
        { name: 'Giugno', rows: readings, merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }] },
        {
          name: 'Luglio',
          rows: [
            ['Time', 'x'],
            [new Date('2026-07-01T10:00:00Z'), 1],
          ],
        },
      ],
    });
    const table = await tableOf(bytes);
    assert.deepEqual([table.sheet, table.sheets], ['Giugno', ['Cover', 'Giugno', 'Luglio']]);
    assert.match(table.text, /^Time\tac_power_kw\n2026-06-01T10:00:00\t45e-1\n/);
    assert.match((await tableOf(bytes, 'Luglio')).text, /2026-07-01T10:00:00\t1/);
    await assert.rejects(tableOf(bytes, 'Hidden'), code('no_such_sheet'));
    await assert.rejects(tableOf(bytes, 'Agosto'), code('no_such_sheet'));
    const target = {
      variables: [
        {
          name: 'ac_power_kw',
          label_en: 'Power',
          label_it: 'Potenza',
          unit: 'kW',
          quantity: 'ac_power_kw',
          kind: 'gauge',
          slot: 0,
        },
      ],
      nominal_kw: 100,
      time_zone: 'Europe/Rome',
    } as const;
    const { mapping } = await understand(table, target);
    assert.deepEqual(
      [mapping.sheet, mapping.separator, mapping.header_rows, mapping.columns],
      ['Giugno', '\t', 1, [{ column: 1, variable: 'ac_power_kw', unit: 'kW' }]],
    );
  });

  it('of which nothing is a reading, or that is broken, locked or old, is refused in a sentence', async () => {
    const empty = await writeXlsx({ sheets: [{ name: 'A', rows: [['only', 'text']] }] });
    await assert.rejects(tableOf(empty), code('empty_workbook'));
    const whole = minimal('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>');
    for (const cut of [30, 200, whole.length - 30])
      await assert.rejects(tableOf(whole.subarray(0, cut)), code('bad_workbook'));
    await assert.rejects(tableOf(zip([{ name: 'a.txt', text: 'no workbook' }])), code('bad_workbook'));
    const locked = await writeXlsx({
      sheets: [{ name: 'A', rows: [[1, 2]] }],
      encryption: { password: 'x', spinCount: 1000 },
    });
    await assert.rejects(tableOf(locked), code('old_workbook'));
    for (const row of ['<row r="0">', '<row r="-5">', '<row r="1e9">', '<row r="x">'])
      await assert.rejects(
        tableOf(minimal(`${row}<c><v>1</v></c><c><v>2</v></c></row>`)),
        code('bad_workbook'),
        row,
      );
    const doubled = '<row r="3"><c><v>1</v></c><c><v>2</v></c></row>';
    await assert.rejects(tableOf(minimal(doubled + doubled)), code('bad_workbook'));
    for (let i = 0; i < 200; i++) {
      const bytes = Buffer.from(whole);
      const at = (i * 7919) % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (i % 8));
      await tableOf(bytes).catch((error: AppError) =>
        assert.equal(error.code, 'invalid', `${i}: ${error.stack}`),
      );
    }
  });

  it('that would swell is refused before it is unpacked, and one that lies about it while it is', async () => {
    const blanks = ' '.repeat(61_000_000);
    await assert.rejects(tableOf(minimal('', { said: 350_000_000 })), code('workbook_too_large'));
    await assert.rejects(
      tableOf(minimal('', { name: 'xl/sharedStrings.xml', text: blanks })),
      code('workbook_too_large'),
    );
    await assert.rejects(tableOf(minimal('', { text: blanks, said: 500 })), code('bad_workbook'));
    await assert.rejects(tableOf(minimal('', { text: blanks, said: 0 })), code('bad_workbook'));
    const wide = (cell: string) =>
      minimal(`<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1</v></c><c r="XFD1">${cell}</c></row>`);
    assert.equal((await tableOf(wide(''))).text, '1\t1\n');
    await assert.rejects(tableOf(wide('<v>1</v>')), code('workbook_too_large'));
  });

  it('that is all but empty is refused by what it costs, however few bytes it has', async () => {
    const reading = (row: number) =>
      `<row r="${row}"><c r="A${row}"><v>1</v></c><c r="B${row}"><v>2</v></c></row>`;
    const last = minimal(reading(1_048_576));
    assert.ok(last.length < 2000, `${last.length} bytes`);
    await assert.rejects(tableOf(last), (refusal: AppError) => {
      assert.deepEqual(refusal.options.errors?.[0]?.params, { row: 1_048_576 });
      return code('sparse_workbook')(refusal);
    });
    // Ten rows of which each ends in the last column there is.
    const wide = Array.from(
      { length: 10 },
      (_, i) =>
        `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c><c r="B${i + 1}"><v>2</v></c><c r="XFD${i + 1}"/></row>`,
    );
    await assert.rejects(tableOf(minimal(wide.join(''))), code('sparse_workbook'));
    // A table with rows left out, above rows that somebody formatted down to the end.
    const table = [1, 2, 60_000].map(reading).join('');
    const { text } = await tableOf(minimal(`${table}<row r="1048576"><c r="A1048576" s="1"/></row>`));
    assert.equal(text.trimEnd().split('\n').length, 60_000);
  });

  it('is looked through for readings by what its sheets cost: cells, rows of all together, and processor time', async () => {
    const rows = (count: number, cells: (row: number) => string) =>
      Array.from({ length: count }, (_, i) => `<row r="${i + 1}">${cells(i + 1)}</row>`).join('');
    const text = (place: string) => `<c r="${place}" t="inlineStr"><is><t>a</t></is></c>`;
    const wide = minimal(rows(20, (row) => text(`XFD${row}`)));
    await assert.rejects(tableOf(wide), code('workbook_too_large'));
    const sparse = minimal(rows(20, (row) => `${text(`A${row}`)}<c r="XFD${row}"/>`));
    await assert.rejects(tableOf(sparse), code('sparse_workbook'));
    // A sheet like that beside one of readings keeps nobody from those.
    const readings = { name: 'Letture', rows: [[1, 2]] };
    const broad = Array.from({ length: 3 }, () => [...Array.from({ length: 2001 }, () => 'a')]);
    const beside = await writeXlsx({ sheets: [{ name: 'Largo', rows: broad }, readings] });
    assert.equal((await tableOf(beside)).sheet, 'Letture');
    const notes = Array.from({ length: 5 }, (_, i) => ({
      name: `Note ${i}`,
      rows: Array.from({ length: 5000 }, () => ['a']),
    }));
    await assert.rejects(
      tableOf(await writeXlsx({ sheets: [...notes, readings] })),
      code('workbook_too_large'),
    );
    // Within one sheet the time is looked at as well.
    let asked = 0;
    const counts = { spend: () => void asked++ };
    await assert.rejects(
      tableOf(minimal(rows(1000, (row) => text(`A${row}`))), undefined, counts, counts),
      code('empty_workbook'),
    );
    assert.ok(asked >= 20, `asked ${asked} times`);
  });

  it('of which a sheet swells a thousandfold is refused before it is unpacked', async () => {
    const filler = ' '.repeat(3_000_000);
    await assert.rejects(tableOf(minimal(filler)), code('workbook_too_large'));
  });

  it('that takes more processor time than it may is given up', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `<row r="${i + 1}"><c><v>1</v></c><c><v>${i}</v></c></row>`,
    ).join('');
    let used = 0;
    const budget = cpuBudget(
      10,
      () => {
        throw new AppError('invalid', 'x', { errors: [{ path: 'file', message: 'x', code: 'too_costly' }] });
      },
      () => (used += 6),
    );
    await assert.rejects(tableOf(minimal(rows), 'Dati', budget), code('too_costly'));
  });
});
