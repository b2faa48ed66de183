import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readStatements } from './statements.ts';

describe('statements of a source', () => {
  const root = mkdtempSync(join(tmpdir(), 'statements-'));
  after(() => rmSync(root, { recursive: true }));
  let count = 0;

  function read(source: string, others: Record<string, string> = {}) {
    const path = `a${count++}.ts`;
    for (const [name, text] of Object.entries({ ...others, [path]: source }))
      writeFileSync(join(root, name), text);
    return readStatements(root, path);
  }

  it('have their constants, those of other sources and what functions make of them', () => {
    const [one] = read(
      `import { ms as epoch } from './ms.ts';
       const LISTED = 20;
       const COLUMNS = ['id', 'name'].map((name) => \`p.\${name}\`).join(', ');
       export const list = (tx: Tx) => tx.query<{ id: number }>(
         \`select \${COLUMNS}, \${epoch('p.at')} from p where a = $1 limit \${LISTED}\`, [1]);`,
      { 'ms.ts': `export const ms = (at: string, as = 'at') => \`extract(epoch from \${at}) as \${as}\`;` },
    );
    assert.equal(one?.row, '{ id: number }');
    assert.deepEqual(one?.texts, [
      'select p.id, p.name, extract(epoch from p.at) as at from p where a = $1 limit 20',
    ]);
  });

  it('have a text for each way that their conditions may go, the same condition the same way', () => {
    const [one] = read(
      `const WAYS = { up: 'asc', down: 'desc' };
       export async function list(tx: Tx, way: keyof typeof WAYS, after?: number) {
         const beyond = after ? 'where id > $1' : '';
         return tx.query<Row>(\`select \${after ? 'id' : 'name'} from p \${beyond} order by 1 \${WAYS[way]}\`);
       }`,
    );
    assert.deepEqual(one?.texts, [
      'select id from p where id > $1 order by 1 asc',
      'select id from p where id > $1 order by 1 desc',
      'select name from p  order by 1 asc',
      'select name from p  order by 1 desc',
    ]);
  });

  it('count values that are counted when the program runs', () => {
    const [one] = read(
      `export async function list(tx: Tx, filter: object) {
         const values: unknown[] = [1];
         const limit = \`$\${values.length + rest()}\`;
         return tx.query<Row>(\`select id from p where company_id = $1 limit \${limit}\`, values);
       }`,
    );
    assert.deepEqual(one?.texts, ['select id from p where company_id = $1 limit $2']);
  });

  it('say what they hang on where that is not in the sources', () => {
    const [one] = read(
      'export const list = (tx: Tx, table: string) => tx.query<Row>(`select id from ${table}`);',
    );
    assert.deepEqual([one?.texts, one?.fault], [[], 'table in a3.ts is not known before it runs']);
  });

  it('are inserts of rows by what they answer', () => {
    const [one] = read(
      `export const add = (tx: Tx, row: object) => insertRows<Row>(tx, 'p', [row], 'returning id');`,
    );
    assert.deepEqual(one?.texts, ['insert into p default values returning id']);
  });

  it('have rows of their own only where it is not the caller who says which', () => {
    const [one] = read(
      'export const find = <T>(tx: Tx) => tx.query<T & { id: number }>(`select id from p`);',
    );
    assert.deepEqual([one?.row, one?.texts], [undefined, ['select id from p']]);
  });
});
