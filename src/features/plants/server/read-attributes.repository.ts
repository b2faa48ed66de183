import type { Tx } from '../../../shared/server/tenancy.ts';

/** A text that was read from a device, and how its attribute was defined then. */
export interface ReadAttribute {
  readonly id: number;
  readonly function_code: number;
  readonly address: number;
  readonly length: number;
  readonly swapped: boolean;
  readonly value: string;
  readonly read_at: Date;
}

/** Keeps texts that were read, where they are still defined as they were when they were read. */
export async function saveReadAttributes(tx: Tx, read: readonly ReadAttribute[]): Promise<void> {
  if (read.length === 0) return;
  await tx.query(
    `update device_attribute a set value = u.value, read_at = u.read_at
     from unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::bool[], $7::text[], $8::timestamptz[])
       as u(id, function_code, address, length, swapped, value, read_at)
     where a.company_id = $1 and a.id = u.id and a.function_code = u.function_code and a.address = u.address
       and a.length = u.length and a.swapped = u.swapped`,
    [
      tx.scope.company_id,
      read.map(({ id }) => id),
      read.map(({ function_code }) => function_code),
      read.map(({ address }) => address),
      read.map(({ length }) => length),
      read.map(({ swapped }) => swapped),
      read.map(({ value }) => value),
      read.map(({ read_at }) => read_at),
    ],
    'save_device_attributes',
  );
}
