/** What an outbox says of a message that was handed over and never answered: nobody knows whether it arrived. */
export const UNANSWERED = 'it was handed over and no answer came: it may have arrived';

export const isUnanswered = (fault: string): boolean => fault.startsWith(UNANSWERED);

/** What went wrong with a try. */
export interface FailedTry {
  readonly message: string;
  /** The same would be refused again. */
  readonly final: boolean;
  /** It was handed over, and no answer came. */
  readonly unanswered: boolean;
}

/**
 * What is kept of a failed try, and whether it was the last one: what may have arrived is tried once more at most, so that nobody
 * gets more than two.
 * @param before what is kept of the tries before
 */
export function afterTry(before: string, { message, final, unanswered }: FailedTry, last: boolean) {
  const twice = unanswered && isUnanswered(before);
  const then = isUnanswered(before) ? `${UNANSWERED}; then: ${message}` : message;
  return { fault: unanswered ? UNANSWERED : then, failed: last || final || twice };
}
