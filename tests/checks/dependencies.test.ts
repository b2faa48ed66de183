import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  checkDependencies,
  NOT_IMPORTED,
  readManifest,
  staleExceptions,
} from '../../scripts/check-dependencies.ts';
import { type ModuleGraph, readModuleGraph } from '../../scripts/module-graph.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function graphOf(path: string, target: string): ModuleGraph {
  const imports = [{ kind: 'package', target } as const];
  return new Map([[path, { path, text: '', imports, names: [], passesOn: false }]]);
}

describe('packages', () => {
  const exceptions = Object.fromEntries(Object.keys(NOT_IMPORTED).map((name) => [name, '1']));

  it('that package.json declares are imported, and those that are imported are declared', () => {
    assert.deepEqual(checkDependencies(readManifest(root), readModuleGraph(root)), []);
    assert.deepEqual(staleExceptions(root), []);
  });

  it('that nothing imports are noticed', () => {
    const manifest = {
      dependencies: { ...exceptions, pg: '1', croner: '1' },
      devDependencies: { '@types/pg': '1' },
    };
    assert.deepEqual(checkDependencies(manifest, graphOf('src/a.ts', 'pg/lib/b.js')), [
      'croner stands in package.json, and nothing imports it',
    ]);
  });

  it('that nothing declares are noticed, and those that the program imports from the tools', () => {
    assert.deepEqual(checkDependencies({ dependencies: exceptions }, graphOf('src/a.ts', '@x/y')), [
      'src/a.ts imports @x/y, which package.json does not declare',
    ]);
    const tools = { dependencies: exceptions, devDependencies: { '@x/y': '1' } };
    assert.equal(checkDependencies(tools, graphOf('src/a.ts', '@x/y')).length, 1);
    assert.deepEqual(checkDependencies(tools, graphOf('tests/a.ts', '@x/y')), []);
  });

  it('that are wanted for another reason are imported by nobody', () => {
    const manifest = { dependencies: exceptions };
    const faults = checkDependencies(manifest, graphOf('src/a.ts', 'typescript'));
    assert.deepEqual(faults, ['typescript is imported: it needs no exception in check-dependencies.ts']);
    assert.match(checkDependencies({}, new Map()).join('\n'), /typescript is an exception/);
  });
});
