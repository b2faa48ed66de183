import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { newClientKey } from './client-key.ts';

describe('a key of what is sent', () => {
  it('is a UUID of its own', () => {
    const keys = Array.from({ length: 100 }, newClientKey);
    assert.equal(new Set(keys).size, 100);
    for (const key of keys) assert.ok(z.uuidv4().safeParse(key).success, key);
  });
});
