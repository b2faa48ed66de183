import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTableCrossings, tablesNamed } from '../../scripts/table-owners.ts';
import { features } from '../../src/apps/server/features.ts';
import { WRITTEN_BY_OTHERS } from '../contract/tenancy-lists.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const changed = new Set(WRITTEN_BY_OTHERS.map((entry) => entry.replace(/:.*/, '')));
const named = features.flatMap(({ name, tables }) => tables.map((table) => [table, name] as const));

describe('tables of areas', () => {
  it('have one owner each', () => {
    const tables = named.map(([table]) => table);
    assert.deepEqual(
      tables.filter((table, at) => tables.indexOf(table) !== at),
      [],
    );
  });

  it("are named by their own area's statements alone; others name the views of its schema", () => {
    const found = findTableCrossings(root, new Map(named), changed).map(
      ({ file, line, table }) => `${file}:${line} ${table}`,
    );
    assert.deepEqual(found, [], "read a view of the owner's schema, and have its public module change rows");
  });

  it('are found wherever a statement may name them', () => {
    const source = `
      // from port, update port
      const a = 'select 1 from plant p, device d join only variable v on true where a is distinct from tag for update of p';
      const b = \`insert into alarm \${x} select from (select 1) x left join plants.port on true\`;
      const c = 'delete from webhook w using upload u'; update(from); insertRows(tx, 'company', []); { table: 'obs' }
      const d = 'insert into obs_day on conflict do update set x = 1'`;
    const found = tablesNamed(source).map(({ name }) => name);
    assert.deepEqual(found.sort(), [
      'alarm',
      'company',
      'device',
      'obs',
      'obs_day',
      'plant',
      'plants.port',
      'upload',
      'variable',
      'webhook',
    ]);
  });
});
