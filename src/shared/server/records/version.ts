import { AppError } from '../errors.ts';

/**
 * The refusal of whoever comes second: somebody saved in between, and this is what is stored now. Its call declares it as
 * `conflict`.
 * @param more further members of the problem document
 */
export function savedMeanwhile(stored: unknown, more: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError('conflict', 'Somebody else saved this in the meantime', { extra: { ...more, stored } });
}

/**
 * @param seen the version that the caller saw last; one who names none overwrites
 * @param present what is stored now, as the caller is shown it
 * @throws AppError conflict with what is stored, where it was saved since
 */
export async function assertVersion(
  held: { readonly version: number | null },
  seen: number | undefined,
  present: () => unknown,
): Promise<void> {
  if (seen !== undefined && seen !== held.version) throw savedMeanwhile(await present());
}
