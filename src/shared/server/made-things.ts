import type { Capability } from '../contract/capabilities.ts';
import type { MadeKind, MadeThing } from '../contract/made-things.ts';
import { notFound } from './errors.ts';
import type { Tx } from './tenancy.ts';

/** One thing of a kind that somebody made, and that still acts. */
export interface Made {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  gives_away: boolean;
}

/** A kind of things that act by themselves; each area declares its own, the composition gathers them. */
export interface KindOfMade {
  readonly kind: MadeKind;
  /** Where they lie: a test looks for tables with a maker that no kind names. */
  readonly table: string;
  readonly capability: Capability;
  /** What a person made in the company of the scope and has not ended. */
  list(tx: Tx, user_id: number): Promise<Made[]>;
  /** Ends one, with its line in the audit. @throws AppError not_found */
  end(tx: Tx, id: number): Promise<void>;
  /** Where what others made sends something to an address: whoever had it leaves the company. With its lines in the audit. */
  leave?(tx: Tx, address: string): Promise<void>;
}

export type KindsOfMade = readonly KindOfMade[];

const IDLE_MS = 30 * 86_400_000;

/** Whether ending it is advised: it gives something away, or nothing used it for a month. What colleagues see stays. */
function isAdvised(kind: MadeKind, { gives_away, last_used_at, created_at }: Made, now: number): boolean {
  if (kind === 'shared_chart') return false;
  return gives_away || now - (last_used_at ?? created_at).getTime() > IDLE_MS;
}

/** All that a person made in the company of the scope and that goes on without them, kind after kind. */
export async function listMadeBy(kinds: KindsOfMade, tx: Tx, user_id: number): Promise<MadeThing[]> {
  const things: MadeThing[] = [];
  for (const { kind, capability, list } of kinds)
    for (const made of await list(tx, user_id))
      things.push({
        kind,
        capability,
        id: made.id,
        name: made.name,
        gives_away: made.gives_away,
        created_at: made.created_at.toISOString(),
        last_used_at: made.last_used_at?.toISOString() ?? null,
        advised: isAdvised(kind, made, Date.now()),
      });
  return things;
}

/** Ends what is named of what a person made. @throws AppError not_found where something is not theirs, or over already */
export async function endMadeBy(
  kinds: KindsOfMade,
  tx: Tx,
  { user_id, revoke }: { user_id: number; revoke: readonly string[] },
): Promise<void> {
  for (const token of new Set(revoke)) {
    const [kind, id] = token.split(':');
    const found = kinds.find((one) => one.kind === kind) ?? notFound();
    const made = await found.list(tx, user_id);
    if (!made.some((one) => String(one.id) === id)) notFound();
    await found.end(tx, Number(id));
  }
}

/** Takes the address of whoever leaves the company out of what others made. */
export async function leaveMade(kinds: KindsOfMade, tx: Tx, address: string): Promise<void> {
  for (const { leave } of kinds) await leave?.(tx, address);
}
