import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { unknownOf } from './request-faults.ts';
import { holdType } from './types.repository.ts';

/** Judges the type of a request or plan: one that is retired stays where it stood before. @throws AppError */
export async function judgeType(
  tx: Tx,
  type_id: number | null | undefined,
  before: number | null | undefined,
): Promise<void> {
  if (type_id == null || type_id === before) return;
  const type =
    (await holdType(tx, type_id)) ??
    unknownOf('type_id', 'unknown_type', 'There is no such type of maintenance: choose another one');
  if (type.retired)
    refuseField('type_id', 'retired_type', 'This type of maintenance is retired: choose another one');
}
