import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { makeCompany, makePlant } from '../../../../tests/support/field.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts';
import { wholeTable } from '../../../../tests/support/whole-table.ts';
import { IdNumber, nameOf } from '../../contract/fields.ts';
import { recordBook } from '../../contract/record-book.ts';
import { ClientKey } from '../../contract/record-notes.ts';
import { clientConfig } from '../database-target.ts';
import { createPool } from '../db.ts';
import { AppError } from '../errors.ts';
import { TableAnswer } from '../export/table-answer.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../tenancy.ts';
import { isAmong, readIds } from './id-set.ts';
import { recordBookOf } from './record-book.ts';
import { bookFile } from './record-book-file.ts';
import type { RecordBook } from './record-book-kind.ts';

const TABLE = `
  create table visit (
    company_id int not null references company (id_client),
    id         bigint not null default next_id(),
    plant_id   bigint not null,
    subject    text not null,
    cost_eur   numeric,
    client_key uuid,
    version    int not null default 1,
    created_by bigint,
    deleted_at timestamptz,
    deleted_by bigint,
    primary key (company_id, id),
    unique (company_id, client_key),
    foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
  );
  select enable_tenant_rls('visit');
  select narrow_rls('visit', $$deleted_at is null or current_setting('app.with_deleted', true) = 'on'$$, 'true');
  select enable_plant_rls('visit', 'plant_id in scope');
  grant select, insert, update, delete on visit to meridiana_app;`;

const own = { subject: nameOf(60), cost_eur: z.number().nullable() };
const contract = recordBook({
  path: '/api/v1/visits',
  list: 'visits',
  topic: 'visits',
  one: 'visit',
  many: 'visits',
  read: 'asset.read',
  write: 'records.write',
  Row: z.object({ id: z.int(), plant_id: z.int(), ...own, version: z.int() }),
  New: z.object({
    plant_id: IdNumber,
    client_key: ClientKey.optional(),
    ...own,
    cost_eur: own.cost_eur.default(null),
  }),
  Change: z.object(own).partial(),
  Filters: z.object({ search: z.string().optional(), dear: z.number().optional() }),
  sorts: ['subject', 'cost_eur'],
  columns: ['subject', 'cost_eur'],
});
type Visit = z.infer<typeof contract.Row>;

const words = { title: 'Visits', file: 'visits', fields: { subject: 'Subject', cost_eur: 'Cost (EUR)' } };
const kind: RecordBook<typeof contract> = {
  kind: 'maintenance_type',
  table: 'visit',
  plant: 'plant_id',
  keyed: true,
  sorts: { subject: 'lower(r.subject)', cost_eur: { sql: 'r.cost_eur', nullable: true } },
  usual: 'subject',
  words: { en: words, it: words },
  file: { subject: { of: (row) => row.subject }, cost_eur: { of: (row) => row.cost_eur } },
  nameOf: ({ subject }) => subject,
  async rows(tx, ids) {
    const { rows } = await tx.query<Visit>(
      `select id, plant_id, subject, cost_eur::float8 as cost_eur, version from visit
       where company_id = $1 and id = any($2::bigint[])`,
      [tx.scope.company_id, ids],
    );
    return rows;
  },
  where: (_tx, { search, dear }) => [
    ['r.subject ilike $?', search],
    ['r.cost_eur >= $?', dear],
  ],
  columns: (_tx, { before, given }) => {
    const cost_eur = given.cost_eur ?? before?.cost_eur ?? 0;
    if (cost_eur >= 0) return given;
    const message = 'A visit costs nothing or more';
    throw new AppError('invalid', message, { errors: [{ path: 'cost_eur', message, code: 'out_of_range' }] });
  },
  beforeRemove: async (_tx, { subject }) => {
    if (subject === 'kept') throw new AppError('conflict', 'Something hangs on it');
  },
};
const visits = recordBookOf(contract, kind);
const now = new Date('2026-11-22T10:00:00Z');

describe('a book of records', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let scope: Scope;
  let plants: [number, number];
  const inTx = <T>(work: (tx: Tx) => Promise<T>, of = scope) => inScope(pool, of, work);
  const add = (subject: string, cost_eur: number | null = null, plant_id = plants[0]) =>
    inTx((tx) => visits.create(tx, { plant_id, subject, cost_eur }, now));
  const ask = (query: object, of = scope) =>
    inTx(async (tx) => {
      const asked = { tx, query: { page: 1, page_size: 2, ...query } };
      const { count, results } = (await visits.handlers.list(asked as never)) as {
        count: number;
        results: Visit[];
      };
      return { count, subjects: results.map(({ subject }) => subject) };
    }, of);

  before(async () => {
    database = await createTestDatabase();
    const owner = new pg.Client(clientConfig(database.superuser, 'test'));
    await owner.connect();
    await owner.query(`set role meridiana_owner; ${TABLE}`);
    await owner.end();
    pool = createPool(database.database, { max: 2, name: 'test' });
    scope = await makeCompany(pool, 'Books');
    plants = [await makePlant(pool, scope, 'ONE'), await makePlant(pool, scope, 'TWO')];
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('is read in pages, filtered and ordered, what is not known last, and by what its reader may see', async () => {
    for (const [subject, cost] of [
      ['b', null],
      ['A', 30],
      ['c', 10],
    ] as const)
      await add(subject, cost);
    await add('elsewhere', 20, plants[1]);
    assert.deepEqual(await ask({}), { count: 4, subjects: ['A', 'b'] });
    assert.deepEqual(await ask({ page: 2 }), { count: 4, subjects: ['c', 'elsewhere'] });
    assert.deepEqual(await ask({ page: 9 }), { count: 4, subjects: [] });
    assert.deepEqual(await ask({ sort: '-cost_eur', page_size: 9 }), {
      count: 4,
      subjects: ['A', 'elsewhere', 'c', 'b'],
    });
    // Pages of the second half are read from the end, and stand in the same order.
    for (const [sort, whole] of [
      ['cost_eur', ['c', 'elsewhere', 'A', 'b']],
      ['-cost_eur', ['A', 'elsewhere', 'c', 'b']],
    ] as const)
      for (const [page, subject] of whole.entries())
        assert.deepEqual((await ask({ sort, page: page + 1, page_size: 1 })).subjects, [subject], sort);
    assert.deepEqual((await ask({ sort: '-cost_eur', page: 2, page_size: 3 })).subjects, ['b']);
    assert.deepEqual(await ask({ sort: 'cost_eur', dear: 15 }), { count: 2, subjects: ['elsewhere', 'A'] });
    assert.deepEqual(await ask({ search: '%e%' }), { count: 1, subjects: ['elsewhere'] });
    assert.deepEqual(await ask({ search: '%e%', page: 2 }), { count: 1, subjects: [] });
    const first = scopeOfWork(scope.company_id, [plants[0]]);
    assert.deepEqual(await ask({ dear: 15 }, first), { count: 1, subjects: ['A'] });
    const { sql, values } = await inTx((tx) => visits.matching(tx, { dear: 15 }));
    const { rows } = await inTx((tx) =>
      tx.query<{ sum: number }>(`select sum(r.cost_eur)::float8 as sum from visit r where ${sql}`, values),
    );
    assert.deepEqual(rows, [{ sum: 50 }]);
  });

  it('is read alike where many records are found, near and deep, with and without a search', async () => {
    const many = await makeCompany(pool, 'Many');
    const plant = await makePlant(pool, many, 'MANY');
    // Of 12,000 visits each costs its number, every third is not known; 10,400 bear the word.
    await inTx(
      (tx) =>
        tx.query(
          `insert into visit (company_id, plant_id, subject, cost_eur)
           select $1, $2, case when i <= 10400 then 'word ' else '' end || i, case when i % 3 > 0 then i end from generate_series(1, 12000) i`,
          [many.company_id, plant],
        ),
      many,
    );
    const known = Array.from({ length: 10_400 }, (_, i) => i + 1).filter((i) => i % 3 > 0);
    for (const [page, page_size] of [
      [1, 3],
      [300, 3],
      [400, 3],
      [2000, 3],
    ] as const) {
      const subjects = known.slice((page - 1) * page_size, page * page_size).map((i) => `word ${i}`);
      for (const asked of [{ search: 'WORD %' }, { search: 'word %', dear: 1 }, { dear: 1 }]) {
        const { count, subjects: found } = await ask({ ...asked, sort: 'cost_eur', page, page_size }, many);
        assert.equal(count, asked.dear ? (asked.search ? 6934 : 8000) : 10_400, JSON.stringify(asked));
        assert.deepEqual(found, subjects, JSON.stringify({ ...asked, page }));
      }
    }
    // What is not known stands last, whichever way.
    const last = { search: 'word %', sort: '-cost_eur', page: 10_400, page_size: 1 };
    assert.deepEqual((await ask(last, many)).subjects, ['word 3']);
  });

  it('asks for many numbers as for few', async () => {
    const asked = Array.from({ length: 300 }, (_, i) => 7 + 3 * i);
    const [sql, ...values] = isAmong('r.id', asked);
    const { rows } = await inTx((tx) =>
      tx.query<{ ids: Buffer }>(
        `select string_agg(int8send(r.id), '') as ids from generate_series(-20, 2000) r (id) where ${sql.replaceAll('$?', '$')}`,
        values,
      ),
    );
    assert.deepEqual(readIds(rows[0]?.ids ?? null), asked);
    assert.deepEqual(isAmong('r.id', [1, 2]), ['r.id = any($?::bigint[])', [1, 2]]);
    // Bits of numbers that lie far apart would fill the memory.
    assert.deepEqual(isAmong('r.id', [...asked, 1e9]).length, 2);
  });

  it('keeps what is left out, refuses at the field, and shows who comes second what is stored', async () => {
    const visit = await add('before', 5);
    const change = (body: object) => inTx((tx) => visits.change(tx, visit.id, body, now));
    const changed = await change({ version: 1, cost_eur: 6 });
    assert.deepEqual(changed, { ...visit, cost_eur: 6, version: 2 });
    assert.deepEqual(await change({ version: 2, cost_eur: 6 }), changed, 'nothing changed');
    await assert.rejects(change({ version: 1, subject: 'late' }), {
      code: 'conflict',
      options: { extra: { stored: changed } },
    });
    await assert.rejects(change({ cost_eur: -1 }), { code: 'invalid' });
    assert.deepEqual(await inTx((tx) => visits.find(tx, visit.id)), changed);
    const { rows } = await inTx((tx) =>
      tx.query<{ action: string; detail: object }>(
        'select action, detail from audit where company_id = $1 and target = $2 order by id',
        [scope.company_id, String(visit.id)],
      ),
    );
    assert.deepEqual(rows, [
      { action: 'maintenance_type.created', detail: { name: 'before' } },
      { action: 'maintenance_type.changed', detail: { name: 'before', fields: ['cost_eur'] } },
    ]);
  });

  it('has a bin from which records come back as they were, or go for ever with their notes', async () => {
    const visit = await add('binned');
    const kept = await add('kept');
    await assert.rejects(
      inTx((tx) => visits.remove(tx, kept.id, now)),
      { code: 'conflict' },
    );
    await inTx((tx) => visits.remove(tx, visit.id, now));
    await assert.rejects(
      inTx((tx) => visits.find(tx, visit.id)),
      { code: 'not_found' },
    );
    const bin = () =>
      inTx((tx) => visits.handlers.listBin({ tx, query: { page: 1, page_size: 9 } } as never));
    const binned = { ...visit, version: 2, deleted_at: now.toISOString(), deleted_by: null };
    assert.deepEqual(await bin(), { count: 1, results: [binned] });
    await inTx((tx) => visits.restore(tx, visit.id));
    assert.deepEqual(await inTx((tx) => visits.find(tx, visit.id)), { ...visit, version: 3 });
    await assert.rejects(
      inTx((tx) => visits.purge(tx, visit.id)),
      { code: 'not_found' },
    );
    await inTx((tx) =>
      tx.query(
        `insert into record_comment (company_id, kind, record_id, body, author_party)
         values ($1, 'maintenance_type', $2, 'x', 'a firm')`,
        [scope.company_id, visit.id],
      ),
    );
    await inTx((tx) => visits.remove(tx, visit.id, now));
    await inTx((tx) => visits.purge(tx, visit.id));
    const { rows } = await inTx((tx) =>
      tx.query<{ n: number }>(
        `select (select count(*) from visit where company_id = $1 and id = $2)
           + (select count(*) from record_comment where company_id = $1 and record_id = $2) as n`,
        [scope.company_id, visit.id],
      ),
    );
    assert.deepEqual(rows, [{ n: 0 }]);
  });

  it('is a file with the rows that fit and the columns that were asked for, in their order', async () => {
    const told = { columns: contract.columns, language: 'en', now } as const;
    const query = { format: 'csv', dear: 15, sort: '-cost_eur', columns: ['cost_eur', 'subject'] } as const;
    const file = await inTx((tx) =>
      bookFile<typeof contract>(tx, kind, { ...query, columns: [...query.columns] }, told),
    );
    assert.ok(file instanceof TableAnswer);
    assert.equal(file.name, 'visits-2026-11-22.csv');
    assert.equal((await wholeTable(file)).toString(), '\uFEFFCost (EUR),Subject\r\n30,A\r\n20,elsewhere\r\n');
  });

  it('stores what is sent again with its key once, also where two come at once', async () => {
    const given = { plant_id: plants[0], subject: 'sent', cost_eur: null, client_key: randomUUID() };
    const send = () => inTx((tx) => visits.create(tx, given, now));
    const [first, second] = await Promise.all([send(), send()]);
    assert.deepEqual([second, await send()], [first, first]);
    assert.equal((await ask({ search: 'sent' })).count, 1);
  });

  it('is printed with the company and the columns, in a thread of its own', async () => {
    const told = { columns: contract.columns, language: 'it', now } as const;
    const file = await inTx((tx) => bookFile<typeof contract>(tx, kind, { format: 'pdf' }, told));
    assert.deepEqual([file.name, file.type], ['visits-2026-11-22.pdf', 'application/pdf']);
    const pdf = await wholeTable(file);
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.match(pdf.toString('latin1'), /\/Count 1\b/);
  });
});
