import { Refusal } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Resolution } from '../measurements.model.ts';
import { LIGHT_VALUES, weigh } from '../question-weight.model.ts';
import { addsUp, chooseResolution, coarser, type FixedResolution, mostPeriods } from '../series.model.ts';
import { DAY_FIELDS } from './series.repository.ts';
import type { Wanted } from './series-wishes.ts';
import { loadStrands, MOST_VALUES, type Strand, type Strands, type Window } from './strands.ts';

/** More would be read than the event loop of the calls can spare. */
export class TooHeavy extends Error {}

export interface LoadAsk {
  resolution: Resolution;
  /** Points that each series may have. */
  points: number;
  window: Window;
  now: number;
  /** Whether to give up (TooHeavy) on what is more than the event loop of the calls can spare. */
  light: boolean;
  /** Whether what the whole window comes to is asked for, beside the series. */
  figures: boolean;
}

/** Of one way to sum up: a number and how many it stands for. */
const USUAL_FIELDS = 2;

const isEnergy = ({ aggregate }: Wanted) => aggregate === 'energy';

function weightOf(
  strands: readonly Strand[],
  resolution: FixedResolution,
  { window, now, figures }: Pick<LoadAsk, 'window' | 'now' | 'figures'>,
): number {
  const devices = new Map(strands.map(({ device }) => [device.device_id, device.interval_s]));
  const slots = new Set(strands.map(({ variable }) => variable.slot)).size;
  const day_fields = figures ? DAY_FIELDS.length : USUAL_FIELDS;
  return weigh({ ...window, now, resolution, intervals_s: [...devices.values()], slots, day_fields });
}

/** Loads what the series of one kind (energy or values) need, coarser where the readings would be too many. */
async function load(tx: Tx, wanted: readonly Wanted[], ask: LoadAsk): Promise<Strands | undefined> {
  const first = wanted[0];
  if (!first) return undefined;
  const strands = wanted.flatMap((one) => one.strands);
  const span = ask.window.end - ask.window.start;
  const most = { strands: strands.length, points: ask.points, addsUp: addsUp(first.aggregate) };
  const wish = { energy: isEnergy(first), points: mostPeriods(ask.resolution, most) };
  let resolution = chooseResolution(ask.resolution, span, wish);
  if (ask.light && weightOf(strands, resolution, ask) > LIGHT_VALUES) throw new TooHeavy();
  const mostValues = ask.light ? LIGHT_VALUES : MOST_VALUES;
  const aggregates = ask.figures ? undefined : [...new Set(wanted.map((one) => one.aggregate))];
  for (;;) {
    const loaded = await loadStrands(tx, strands, { ...ask, resolution, mostValues, aggregates });
    if (loaded) return loaded;
    if (ask.light) throw new TooHeavy();
    if (resolution === 'year') throw new Refusal('limit', 'Too many readings: ask for fewer devices at once');
    resolution = chooseResolution(coarser(resolution), span, wish);
  }
}

/**
 * What each series needs: those whose readings come more rarely than the periods asked for are answered in coarser ones,
 * so that what is whole is not drawn as dots between gaps.
 */
async function loadFitting(
  tx: Tx,
  wanted: readonly Wanted[],
  ask: LoadAsk,
): Promise<readonly [Wanted, Strands][]> {
  const strands = await load(tx, wanted, ask);
  if (!strands) return [];
  const rare = wanted.filter((one) => one.strands.some((strand) => strands.tooFine(strand)));
  const loaded = wanted.map((one) => [one, strands] as [Wanted, Strands]);
  if (rare.length === 0) return loaded;
  const resolution = coarser(strands.resolution);
  return [...loaded, ...(await loadFitting(tx, rare, { ...ask, resolution }))];
}

/** What each series is made from; energy and values may have other resolutions. @throws TooHeavy, Refusal limit */
export async function loadWanted(
  tx: Tx,
  wanted: readonly Wanted[],
  ask: LoadAsk,
): Promise<Map<Wanted, Strands>> {
  const energy = await loadFitting(tx, wanted.filter(isEnergy), ask);
  const values = await loadFitting(
    tx,
    wanted.filter((one) => !isEnergy(one)),
    ask,
  );
  return new Map([...energy, ...values]);
}
