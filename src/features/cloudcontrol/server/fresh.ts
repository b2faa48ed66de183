import { AppError } from '../../../shared/server/errors.ts';

/**
 * @param stored reads what is stored now, for whoever comes second
 * @throws AppError conflict when the form was opened before somebody else saved
 */
export async function assertVersion(
  what: 'port' | 'device' | 'variable' | 'attribute',
  { asked, held }: { asked: number | undefined; held: number | null },
  stored: () => Promise<unknown>,
): Promise<void> {
  if (asked === undefined || asked === held) return;
  throw new AppError('conflict', `Somebody else saved this ${what} in the meantime`, {
    extra: { stored: await stored() },
  });
}
