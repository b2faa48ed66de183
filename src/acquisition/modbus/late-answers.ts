import type { Carried, Frame } from './pdu.ts';

/**
 * Unanswered requests where answers do not name their request (RTU, ASCII): an answer that comes after its time would be taken
 * for that of the next request of the same unit and function. (Not of the same length alone: a refusal has none.)
 * Instants are those of the link's monotonic clock, in milliseconds.
 */
export class LateAnswers {
  /** By unit and function: until when the late answer is waited for. */
  readonly #until = new Map<number, number>();

  expect(request: Pick<Carried, 'unit' | 'function_code'>, until_ms: number): void {
    this.#until.set(keyOf(request.unit, request.function_code), until_ms);
  }

  /** For how long yet nothing may be asked that the late answer would seem to answer; 0 or less: it may be asked. */
  leftMs({ unit, function_code }: Pick<Carried, 'unit' | 'function_code'>, now_ms: number): number {
    return (this.#until.get(keyOf(unit, function_code)) ?? Number.NEGATIVE_INFINITY) - now_ms;
  }

  /** The waiting is over. @returns whether there was any: then only a new connection may carry the request */
  forget({ unit, function_code }: Pick<Carried, 'unit' | 'function_code'>): boolean {
    return this.#until.delete(keyOf(unit, function_code));
  }

  /** May this frame be a late answer? */
  mayBe({ unit, pdu }: Frame): boolean {
    return this.#until.has(keyOf(unit, (pdu[0] ?? 0) & 0x7f));
  }

  /** Is a late answer still waited for? */
  isWaiting(now_ms: number): boolean {
    for (const until_ms of this.#until.values()) if (until_ms > now_ms) return true;
    return false;
  }
}

const keyOf = (unit: number, function_code: number): number => unit * 256 + function_code;
