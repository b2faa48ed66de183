import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareRows } from './compare.ts';
import type { Column } from './describe.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

describe('declared rows', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'rows-'));
    mkdirSync(join(root, 'src'));
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
    for (const name of ['typescript', '@typescript', '@types', 'undici-types'])
      symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name));
    for (const name of ['tsconfig.base.json', 'tsconfig.server.json'])
      symlinkSync(join(repository, name), join(root, name));
    writeFileSync(
      join(root, 'src/a.ts'),
      `interface Row { id: number; kind: 'a' | 'b' }\nexport type { Row };\n`,
    );
  });
  after(() => rmSync(root, { recursive: true }));

  const id: Column = { name: 'id', type: 'number', nullable: false };
  const kind: Column = { name: 'kind', type: 'string', nullable: undefined };
  let line = 0;
  const compare = (row: string, columns: readonly Column[], isWhole = false) => {
    line += 1;
    return compareRows(root, [{ path: 'src/a.ts', line, row, variants: [{ columns, isWhole }] }]).map(
      (fault) => fault.replace(/^src\/a\.ts:\d+ /, ''),
    );
  };

  it('agree where a text is one of some words, and where only the data say whether it is null', () => {
    assert.deepEqual(compare('Row', [id, kind]), []);
    assert.deepEqual(compare(`Omit<Row, 'kind'> & { kind: string | null }`, [id, kind]), []);
  });

  it('are refused for a name, a type or a null that is another', () => {
    assert.deepEqual(compare('Row', [id]), ['kind is not a column']);
    assert.deepEqual(compare('{ id: number }', [id, kind]), ['kind is not declared']);
    assert.deepEqual(compare('{ id: string }', [id]), ['id is another type']);
    assert.deepEqual(compare('{ id: number | null }', [id]), ['id is never null']);
    assert.deepEqual(compare('{ id: number }', [{ ...id, nullable: true }]), ['id can be null']);
    assert.deepEqual(compare('{ id: number; x: 1; y: 1 }', [{ ...id, nullable: true }]), [
      'id can be null, x is not a column, y is not a column',
    ]);
  });

  it('may leave out columns where all are asked for', () => {
    assert.deepEqual(compare('{ id: number }', [id, kind], true), []);
  });
});
