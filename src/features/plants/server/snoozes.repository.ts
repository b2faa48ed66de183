import type { Tx } from '../../../shared/server/tenancy.ts';

/** Until when a plant is snoozed, as its row says; `ends_at` null: it is not. */
export interface PlantSnooze {
  readonly plant_id: number;
  readonly ends_at: Date | null;
  readonly message: string;
  readonly kind: string;
}

/** Writes it into the plants' rows, and answers those for which something changed. */
export async function savePlantSnoozes(tx: Tx, snoozes: readonly PlantSnooze[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `update plant p set snooze_date = u.ends_at, snooze_message = u.message, snooze_kind = u.kind
     from unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[]) u (plant_id, ends_at, message, kind)
     where p.company_id = $1 and p.id = u.plant_id
       and (p.snooze_date is distinct from u.ends_at or p.snooze_message <> u.message or p.snooze_kind <> u.kind)
     returning p.id`,
    [
      tx.scope.company_id,
      snoozes.map(({ plant_id }) => plant_id),
      snoozes.map(({ ends_at }) => ends_at),
      snoozes.map(({ message }) => message),
      snoozes.map(({ kind }) => kind),
    ],
  );
  return rows.map(({ id }) => id);
}
