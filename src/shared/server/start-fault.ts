/**
 * Something outside the program keeps it from starting: a taken port, a wrong URL, a folder it may not write.
 * The message is one sentence for the person who started it; nobody needs the stack.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault';
  /** Lines to print below the sentence, for instance statements to run. */
  readonly details: string | undefined;

  constructor(sentence: string, options: { cause?: unknown; details?: string } = {}) {
    super(sentence, options.cause === undefined ? {} : { cause: options.cause });
    this.details = options.details;
  }
}

/** The `code` of a Node or PostgreSQL error ('ENOENT', '28P01'), undefined where there is none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What an error says, in one line without a trailing period. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').trim().replace(/\.$/, '');
}
