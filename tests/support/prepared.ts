import { createHash } from 'node:crypto';
import pg from 'pg';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}

/** A statement that the program asks with values of its own, and has given no name. */
const isAsked = (given: unknown): given is { text: string; values: unknown[] } => {
  if (typeof given !== 'object' || given === null || given.constructor !== Object) return false;
  const { name, text, values } = given as { name?: unknown; text?: unknown; values?: unknown };
  return name === undefined && typeof text === 'string' && Array.isArray(values) && values.length > 0;
};

type Ask = (...given: unknown[]) => unknown;

/**
 * The database with prepared statements planned once, whatever their values; Citus plans by the values. Not for tests that
 * fill tables: what was planned for a table that held nothing would be kept.
 */
export function planningOnce<T extends DatabaseTarget & { readonly options?: string }>(target: T): T {
  if (process.env.CITUS_URL) return target;
  return { ...target, options: `${target.options ?? ''} -c plan_cache_mode=force_generic_plan` };
}

/**
 * The pool with each statement that has values prepared on its connection. Loops ask the same two thousand statements of tiny
 * tables again and again: reading and planning them would be most of what PostgreSQL does for a test run. The statements and
 * what they answer are the same.
 */
export function preparing(pool: pg.Pool): pg.Pool {
  if (process.env.CITUS_URL) return pool;
  pool.on('connect', (client) => {
    const ask: Ask = (...given) => (pg.Client.prototype.query as Ask).apply(client, given);
    (client as { query: Ask }).query = (first, values, ...others) => {
      const asked = typeof first === 'string' && Array.isArray(values) ? { text: first, values } : first;
      return isAsked(asked)
        ? ask({ ...asked, name: nameOf(asked.text) }, ...(asked === first ? [values, ...others] : others))
        : ask(first, values, ...others);
    };
  });
  return pool;
}
