import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { features } from '../../src/apps/server/features.ts';
import type { Area } from '../../src/shared/contract/call.ts';
import { listAccess } from '../../src/shared/server/views/list-access.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const DECLARED = /\bdefineListState\(\s*'([^']+)'/g;

/** The lists that pages declare, but what only the kit's page shows. */
const declared = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(test|kit)\.tsx?$/.test(file))
  .flatMap((file) => [...readFileSync(`${root}${file}`, 'utf8').matchAll(DECLARED)].map(([, name]) => name));

describe('lists', () => {
  it('are each answered by a call, which says who sees the views that are shared of it', () => {
    const answered = listAccess(features.flatMap(({ calls }) => Object.values<Area>(calls))).keys();
    assert.deepEqual([...new Set(declared)].sort(), [...answered].sort(), 'give the call its `list`');
  });
});
