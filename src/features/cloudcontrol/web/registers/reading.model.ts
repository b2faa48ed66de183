import type { FieldQuestion, FieldTask } from '../../field-tools.contract.ts';

export type ReadQuestion = Extract<FieldQuestion, { kind: 'read' }>;

/** What one question to the field brought. */
export interface Reading {
  /** In the order of this page. */
  readonly number: number;
  /** When it came, epoch ms by this browser. */
  readonly at: number;
  readonly question: ReadQuestion;
  readonly words: readonly number[] | null;
  readonly bits: readonly boolean[] | null;
  /** The device's refusal. */
  readonly exception: number | null;
  /** Why nothing came. */
  readonly reason: FieldTask['reason'];
  readonly latency_ms: number | null;
}

/** So many reads are kept to compare with. */
export const KEPT = 20;
/** A repetition ends by itself after this many reads, five minutes of them. */
export const REPEATS = 150;
export const REPEAT_MS = 2_000;

/** The outcome of a question's one task. */
export function readingOf(
  task: FieldTask | undefined,
  { number, at, question }: Pick<Reading, 'number' | 'at' | 'question'>,
): Reading {
  const { words = null, bits = null, exception = null, latency_ms = null } = task?.read ?? {};
  return { number, at, question, words, bits, exception, latency_ms, reason: task?.reason ?? null };
}

/** Whether registers or bits came. */
export const hasContent = ({ words, bits }: Reading): boolean => words !== null || bits !== null;

/** Whether two readings are of the same place: only those are compared. */
export function samePlace(a: ReadQuestion, b: ReadQuestion): boolean {
  return (
    JSON.stringify(a.target) === JSON.stringify(b.target) &&
    a.unit_id === b.unit_id &&
    a.function_code === b.function_code
  );
}

/** The registers of an earlier reading at the addresses of a later one; null unless it has all of them. */
export function wordsOfEarlier(earlier: Reading | null, now: Reading): readonly number[] | null {
  if (!earlier?.words || !now.words || !samePlace(earlier.question, now.question)) return null;
  const from = now.question.address - earlier.question.address;
  if (from < 0 || from + now.words.length > earlier.words.length) return null;
  return earlier.words.slice(from, from + now.words.length);
}

/** The same for bits. */
export function bitsOfEarlier(earlier: Reading | null, now: Reading): readonly boolean[] | null {
  if (!earlier?.bits || !now.bits || !samePlace(earlier.question, now.question)) return null;
  const from = now.question.address - earlier.question.address;
  if (from < 0 || from + now.bits.length > earlier.bits.length) return null;
  return earlier.bits.slice(from, from + now.bits.length);
}
