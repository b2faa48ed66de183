/**
 * Something outside the program keeps it from starting: a taken port, a wrong URL, a folder it may not write.
 * The message is one sentence for the person who started it; nobody needs the stack.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault';
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
