import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTableCrossings, tablesNamed } from '../../scripts/table-owners.ts';
import { features } from '../../src/apps/server/features.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const named = features.flatMap(({ name, tables }) => tables.map((table) => [table, name] as const));

/**
 * Files that still name another area's table. Nothing is added: whoever needs another area's rows reads a view of that area's
 * schema, and has its public module change them.
 */
const ALLOWED: readonly string[] = [
  'src/acquisition/polling.repository.ts port',
  'src/features/alarms/server/alarm-rows.repository.ts plant_live',
  'src/features/companies/server/members.repository.ts saved_chart',
  'src/features/measurements/server/calc-due.repository.ts calc_due',
  'src/features/plants/server/archive.repository.ts port_lease',
  'src/features/plants/server/bin.repository.ts refused_reading',
  'src/features/plants/server/device-changes.repository.ts obs_dirty',
  'src/features/plants/server/plants.repository.ts obs_dirty',
  'src/features/plants/server/plants.repository.ts plant_live',
  'src/features/plants/server/ports.repository.ts port_lease',
  'src/shared/server/tenancy.ts api_key',
];

describe('tables of areas', () => {
  it('have one owner each', () => {
    const tables = named.map(([table]) => table);
    assert.deepEqual(
      tables.filter((table, at) => tables.indexOf(table) !== at),
      [],
    );
  });

  it("are named by their own area's statements alone; others name the views of its schema", () => {
    const found = findTableCrossings(root, new Map(named)).map(({ file, table }) => `${file} ${table}`);
    assert.deepEqual([...new Set(found)].sort(), ALLOWED, 'read a view, or take off the list what is gone');
  });

  it('are found wherever a statement may name them', () => {
    const source = `
      // from port, update port
      const a = 'select 1 from plant p, device d join only variable v on true where a is distinct from tag for update of p';
      const b = \`insert into alarm \${x} select from (select 1) x left join plants.port on true\`;
      const c = 'delete from webhook w using upload u'; update(from); insertRows(tx, 'company', []); { table: 'obs' }
      const d = 'insert into obs_day on conflict do update set x = 1'`;
    const found = tablesNamed(source).map(({ name, writes }) => `${writes ? '!' : ''}${name}`);
    assert.deepEqual(found.sort(), [
      '!alarm',
      '!company',
      '!obs',
      '!obs_day',
      '!webhook',
      'device',
      'plant',
      'plants.port',
      'upload',
      'variable',
    ]);
  });
});
