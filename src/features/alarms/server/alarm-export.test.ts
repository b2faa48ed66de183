import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import { type Alarms, arrangeAlarms } from '../../../../tests/support/alarmed-company.ts';
import { makeKey } from '../../../../tests/support/app.ts';

describe('alarms as a file', () => {
  let at: Alarms;
  before(async () => {
    at = await arrangeAlarms();
    await at.test.arrange(`update plant set name = '=cmd|calc', time_zone = 'Asia/Kolkata' where id = $1`, [
      at.ids.beta,
    ]);
  });
  after(() => at?.close());

  const save = (query: string, headers = at.owner.headers) =>
    at.ask('GET', `/api/v1/alarms-export/?${query}`, headers);
  const rows = async (query: string, delimiter: string): Promise<string[][]> => {
    const answer = await save(query);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.match(answer.body, /^\uFEFF/);
    return parse(answer.body, { delimiter, bom: true }) as string[][];
  };

  it('says in Italian what an Italian spreadsheet reads, in the time of each plant', async () => {
    const [head, ...lines] = await rows('closed=true', ';');
    assert.deepEqual(head?.slice(0, 12), [
      'Numero',
      'Codice impianto',
      'Impianto',
      'Dispositivo',
      'Tipo',
      'Messaggio',
      'Dettagli',
      'Codice',
      'Inizio',
      'Fine',
      'Durata (h)',
      'Fuso orario',
    ]);
    assert.deepEqual(lines[0]?.slice(0, 12), [
      String(at.ids.gone),
      'ALFA',
      'Solare Alfa',
      'INV_7',
      'Allarme',
      'Guasto inverter',
      '',
      'inverter_fault',
      '01/06/2026 10:00',
      '01/06/2026 11:30',
      '1,5',
      'Europe/Rome',
    ]);
    assert.equal(lines.length, 2);
  });

  it('says in English the same, by the same filters, and is never worked out', async () => {
    const [, box, ...more] = await rows('language=en&proj_code=BETA&consequences=false', ',');
    assert.deepEqual(box?.slice(2, 12), [
      "'=cmd|calc",
      '',
      'Alarm',
      'Connection alarm threshold exceeded',
      '',
      'connection_lost',
      '03/06/2026 13:30',
      '',
      '',
      'Asia/Kolkata',
    ]);
    assert.deepEqual([more, box?.at(-1)], [[], 'Test User']);
    assert.equal((await rows('language=en&proj_code=BETA', ',')).length, 3, 'with what follows from it');
  });

  it('is a workbook with times as times and hours as numbers', async () => {
    const answer = await save('language=en&closed=true&format=xlsx');
    assert.match(
      String(answer.headers['content-disposition']),
      /filename="alarms-closed-\d+-2026-06-10\.xlsx"/,
    );
    const { sheets } = await readXlsx(answer.rawPayload);
    assert.equal(sheets[0]?.name, 'Alarms');
    const [head, first] = sheets[0]?.rows ?? [];
    assert.deepEqual([head?.[8], head?.[10]], ['Began', 'Duration (h)']);
    assert.deepEqual([first?.[0], first?.[10]], [at.ids.gone, 1.5]);
    assert.deepEqual(first?.[8], new Date('2026-06-01T10:00:00Z'), 'the clock of the plant');
  });

  it('is empty but for its head where nothing is found, and refused where a list would be', async () => {
    assert.equal((await rows('search=nowhere', ';')).length, 1);
    assert.equal((await save('proj_code=BETA', at.worker.headers)).statusCode, 404);
    assert.equal((await save('format=pdf')).statusCode, 400);
    assert.doesNotMatch((await save('', at.worker.headers)).body, /BETA/);
  });

  it('holds every alarm once, however many there are, also for a program with a key', async () => {
    await at.test.arrange(
      `insert into alarm (company_id, plant_id, type, code, date, end_date)
       select $1, $2, 'W', 'meter_mismatch', '2026-02-01T00:00:00.000001Z'::timestamptz + (i / 700) * interval '1 microsecond', '2026-02-02'
       from generate_series(1, 3500) i`,
      [at.company.company_id, at.ids.alfa],
    );
    // As PostgreSQL does by itself a minute later.
    await at.test.arrange('analyze alarm');
    const { headers } = await makeKey(at.test, at.company, { scopes: ['read'] });
    const answer = await save('code=meter_mismatch&language=en', {
      ...headers,
      'id-client': String(at.company.company_id),
    });
    const numbers = (parse(answer.body, { bom: true }) as string[][]).slice(1).map(([id]) => id);
    assert.deepEqual([numbers.length, new Set(numbers).size], [3500, 3500]);
    assert.equal((await rows('code=meter_mismatch', ';')).length, 3501);
  });
});
