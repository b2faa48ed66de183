import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '../contract/support/ask.ts';
import type { Headers, TestApp } from './app.ts';

/** The folder with what a released version left behind: `small.backup`, `data-folder.tar.zst`, `answers.json`. */
export const fixtureOf = (version: string): string =>
  fileURLToPath(new URL(`../fixtures/${version}/`, import.meta.url));

/** A question to a call, and what the version that made the fixture answered. */
export interface KnownAnswer {
  /** `area.name` of the call, as the contract declares it. */
  readonly key: string;
  readonly url: string;
  /** Whether a key of the company asks, instead of its owner. */
  readonly by_key: boolean;
  readonly status: number;
  readonly content_type: string;
  readonly text: string;
}

/** What a fixture knows of itself. */
export interface KnownAnswers {
  /** The clock of the program while it answered, ISO 8601. */
  readonly now: string;
  readonly secret_key: string;
  readonly company_id: number;
  readonly owner: { readonly id: number; readonly email: string; readonly password: string };
  /** Headers by which a key that was made by that version asks. */
  readonly key: Headers;
  readonly answers: readonly KnownAnswer[];
}

export function readKnownAnswers(version: string): KnownAnswers {
  return JSON.parse(readFileSync(join(fixtureOf(version), 'answers.json'), 'utf8')) as KnownAnswers;
}

/** Asks a question again; the content type is told without its parameters. */
export async function askAgain(
  test: Pick<TestApp, 'app'>,
  url: string,
  headers: Headers,
): Promise<Pick<KnownAnswer, 'status' | 'content_type' | 'text'>> {
  const answer = await send(test, { method: 'GET', url, headers });
  const [content_type = ''] = String(answer.headers['content-type'] ?? '').split(';');
  return { status: answer.status, content_type, text: answer.text };
}

/**
 * What an answer lost since: the first place where `now` does not hold what `then` held, as a path with both values;
 * undefined where it holds it all. Objects may have gained members, lists may not have changed their length.
 */
export function findLoss(then: unknown, now: unknown, path = ''): string | undefined {
  if (Array.isArray(then)) {
    if (!Array.isArray(now) || now.length !== then.length) return resultOf(path, then, now);
    return firstOf(then.map((value, i) => () => findLoss(value, now[i], `${path}[${i}]`)));
  }
  if (typeof then === 'object' && then !== null) {
    if (typeof now !== 'object' || now === null) return resultOf(path, then, now);
    const held = now as Record<string, unknown>;
    return firstOf(
      Object.entries(then).map(
        ([name, value]) =>
          () =>
            findLoss(value, held[name], `${path}.${name}`),
      ),
    );
  }
  return same(then, now) ? undefined : resultOf(path, then, now);
}

/** Figures may have lost the noise of adding up: 12031.279999999999 is 12031.28. */
function same(then: unknown, now: unknown): boolean {
  if (typeof then !== 'number' || typeof now !== 'number') return Object.is(then, now);
  return Math.abs(then - now) <= Math.abs(then) * 1e-12;
}

function firstOf(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const loss = look();
    if (loss !== undefined) return loss;
  }
  return undefined;
}

const resultOf = (path: string, then: unknown, now: unknown): string =>
  `${path || 'the answer'}: ${JSON.stringify(then)?.slice(0, 300)} became ${JSON.stringify(now)?.slice(0, 300)}`;
