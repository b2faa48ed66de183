import { Refusal } from '../../../shared/server/errors.ts';

/**
 * @param stored reads what is stored now, for whoever comes second
 * @throws Refusal conflict when the form was opened before somebody else saved
 */
export async function demandFresh(
  what: 'port' | 'device' | 'variable' | 'attribute',
  { asked, held }: { asked: number | undefined; held: number | null },
  stored: () => Promise<unknown>,
): Promise<void> {
  if (asked === undefined || asked === held) return;
  throw new Refusal('conflict', `Somebody else saved this ${what} in the meantime`, {
    extra: { stored: await stored() },
  });
}
