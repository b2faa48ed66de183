import type { BranchLeaf } from './leaves.ts';
import type { Placed, Tried } from './tried.ts';

/** How often a place may bring about that others are sent one by one. */
const PATIENCE = 2;

/** A place and the values that it is still to be tried with. */
interface Waiting {
  readonly leaf: BranchLeaf;
  readonly values: unknown[];
  /** Whether it may stand beside others: it can, and its last value was taken. */
  joins: boolean;
  spoilt: number;
}

const next = ({ leaf, values }: Waiting): Placed => ({ leaf, value: values[0] });

/** Sends the next value of a place alone. */
async function sendAlone(tried: Tried, one: Waiting, canJoin: boolean): Promise<void> {
  const taken = await tried.takes([next(one)]);
  if (!taken && one.joins) one.spoilt++;
  one.joins = taken && canJoin && one.spoilt < PATIENCE;
  one.values.shift();
}

/**
 * Sends every value at its place. Values of several places go in one request as long as that is taken: whatever is taken
 * was read whole, stored, and answered. What is refused has perhaps been refused for one of them, and the others were not
 * looked at: each goes alone then, and a place whose values are refused goes alone from there on.
 */
export async function sendTogether(
  tried: Tried,
  placed: ReadonlyMap<BranchLeaf, readonly unknown[]>,
): Promise<void> {
  const canJoin = new Set([...placed.keys()].filter((leaf) => tried.isInExample(leaf)));
  let waiting: Waiting[] = [...placed].map(([leaf, values]) => ({
    leaf,
    values: [...values],
    joins: canJoin.has(leaf),
    spoilt: 0,
  }));
  for (;;) {
    waiting = waiting.filter(({ values }) => values.length > 0);
    if (waiting.length === 0) return;
    const chosen = tried.together(waiting.filter(({ joins }) => joins).map(next));
    const among = new Set(chosen.map(({ leaf }) => leaf));
    const [together, alone] = [
      waiting.filter(({ leaf }) => among.has(leaf)),
      waiting.filter(({ leaf, joins }) => !joins || (among.size < 2 && !among.has(leaf))),
    ];
    if (together.length > 1 && (await tried.takes(chosen))) for (const { values } of together) values.shift();
    else for (const one of together) await sendAlone(tried, one, canJoin.has(one.leaf));
    for (const one of alone) await sendAlone(tried, one, canJoin.has(one.leaf));
  }
}
