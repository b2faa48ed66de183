import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { makeCompany } from '../../../../tests/support/field.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts';
import { clientConfig } from '../database-target.ts';
import { createPool } from '../db.ts';
import { inScope, type Scope, type Tx } from '../tenancy.ts';
import { restore, softDelete } from './bin.ts';
import { binOf, type CompanyList, changeRow, createRow, removeRow } from './company-list.ts';

interface Reason {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly version: number;
}

const TABLE = `
  create table reason (
    company_id int not null references company (id_client),
    id bigint not null default next_id(),
    name text not null,
    label text not null default '',
    version int not null default 1,
    deleted_at timestamptz,
    primary key (company_id, id)
  );
  create unique index reason_name on reason (company_id, name) where deleted_at is null;
  select enable_tenant_rls('reason');
  grant select, insert, update, delete on reason to meridiana_app;
  create policy kept on reason as restrictive to meridiana_app
    using (deleted_at is null or current_setting('app.with_deleted', true) = 'on') with check (true);`;

const used = new Set<string>();

const reasons = {
  table: 'reason',
  columns: ['name', 'label'],
  bin: true,
  atMost: 3,
  audit: 'tag',
  beforeRemove: async (_tx, { name }) => {
    if (used.has(name)) throw new Error('in use');
  },
} satisfies CompanyList<Reason>;
const bin = binOf(reasons, {
  deleted: 'device.binned',
  restored: 'device.restored',
  purged: 'device.purged',
});

describe('a list of a company', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let scope: Scope;
  const inTx = <T>(work: (tx: Tx) => Promise<T>, of = scope) => inScope(pool, of, work);
  const create = (name: string) => inTx((tx) => createRow(tx, reasons, { name, label: `${name}!` }));
  const refused = (code: string) => (error: unknown) => {
    const { options } = error as { options: { errors?: { code: string }[] } };
    assert.equal(options.errors?.[0]?.code, code);
    return true;
  };

  before(async () => {
    database = await createTestDatabase();
    const owner = new pg.Client(clientConfig(database.superuser, 'test'));
    await owner.connect();
    await owner.query(`set role meridiana_owner; ${TABLE}`);
    await owner.end();
    pool = createPool(database.database, { max: 2, name: 'test' });
    scope = await makeCompany(pool, 'Lists');
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('keeps names apart, counts them, and says who changed what', async () => {
    const frost = await create('frost');
    assert.deepEqual(frost, { id: frost.id, name: 'frost', label: 'frost!', version: 1 });
    await assert.rejects(create('frost'), refused('name_taken'));
    const grid = await create('grid');
    await create('theft');
    await assert.rejects(create('fire'), refused('too_many'));
    const changed = await inTx((tx) => changeRow(tx, reasons, { id: frost.id, version: 1, label: 'Frost' }));
    assert.deepEqual(changed, { ...frost, label: 'Frost', version: 2 });
    const late = inTx((tx) => changeRow(tx, reasons, { id: frost.id, version: 1, label: 'Ice' }));
    await assert.rejects(late, { code: 'conflict', options: { extra: { stored: changed } } });
    const same = inTx((tx) => changeRow(tx, reasons, { id: grid.id, name: 'frost' }));
    await assert.rejects(same, refused('name_taken'));
    used.add('grid');
    await assert.rejects(
      inTx((tx) => removeRow(tx, reasons, grid.id)),
      /in use/,
    );
    used.clear();
    await inTx((tx) => removeRow(tx, reasons, grid.id));
    const { rows } = await inTx((tx) =>
      tx.query<{ action: string; detail: object }>(
        `select action, detail from audit where company_id = $1 and action like 'tag.%' order by id`,
        [scope.company_id],
      ),
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['tag.created', 'tag.created', 'tag.created', 'tag.changed', 'tag.removed'],
    );
    assert.deepEqual(rows[3]?.detail, { name: 'frost', fields: ['label'] });
  });

  it('has a bin where its table has one', async () => {
    const other = await makeCompany(pool, 'Other');
    const now = new Date('2026-11-22T10:00:00Z');
    const { id } = await inTx((tx) => createRow(tx, reasons, { name: 'dust' }), other);
    await inTx((tx) => softDelete(tx, bin, id, { now, version: 1 }), other);
    // The name is free meanwhile.
    const again = await inTx((tx) => createRow(tx, reasons, { name: 'dust' }), other);
    const restoring = () => inTx((tx) => restore(tx, bin, id), other);
    await assert.rejects(restoring, refused('name_taken'));
    await inTx((tx) => softDelete(tx, bin, again.id, { now }), other);
    const { count, results } = await inTx((tx) => bin.list(tx, { page: 1, page_size: 1 }), other);
    assert.equal(count, 2);
    assert.deepEqual(results, [{ ...again, label: '', version: 2, deleted_at: now.toISOString() }]);
    await restoring();
    await assert.rejects(restoring, { code: 'not_found' });
    await assert.rejects(
      inTx((tx) => bin.purge(tx, id), other),
      { code: 'not_found' },
    );
    await inTx((tx) => bin.purge(tx, again.id), other);
    assert.equal((await inTx((tx) => bin.list(tx, { page: 1, page_size: 1 }), other)).count, 0);
  });
});
