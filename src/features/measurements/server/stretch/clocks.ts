import { placeOf } from '../../columns.model.ts';
import { type ByteReader, ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import { MAX_WHOLE, putSigned, putWholes, takeSigned, takeWholes } from './whole-numbers.ts';

/**
 * Clocks: the instants at which slots speak. Slots that always speak together have one clock. Either each clock has its
 * own instants, which cost next to nothing when they are regular, or the first is the union of all and the others say
 * which of these they take: that is smaller where instants are irregular.
 */
const OWN = 0;
const PARTS = 1;

const REGULAR = 0;
const FREE = 1;

export const MAX_INSTANTS = 2 ** 22;
/** Years away from 1970 that no reading has, and few enough for sums to stay whole. */
const MAX_INSTANT = 2 ** 52;

/** Whether an instant can be kept. */
export const isInstant = (at: number): boolean => Number.isInteger(at) && Math.abs(at) <= MAX_INSTANT;

/** Instants (ascending, at least one), counted from `base`. */
function putInstants(to: ByteWriter, ts: Float64Array, base: number): void {
  const first = ts[0] ?? 0;
  to.count(ts.length);
  putSigned(to, first - base);
  const step = (ts[1] ?? first + 1) - first;
  let regular = true;
  for (let i = 0; i < ts.length && regular; i++) regular = ts[i] === first + i * step;
  to.byte(regular ? REGULAR : FREE);
  if (regular) to.count(step);
  else
    putWholes(
      to,
      ts.map((at) => at - first),
      ts.length,
    );
}

function takeInstants(from: ByteReader, base: number): Float64Array {
  const count = takeCount(from);
  const first = base + takeSigned(from);
  const kind = from.byte();
  const ts = new Float64Array(count);
  if (kind === REGULAR) {
    const step = from.count();
    for (let i = 0; i < count; i++) ts[i] = first + i * step;
  } else if (kind === FREE) {
    takeWholes(from, { into: ts, at: 0, count, total: count });
    for (let i = 0; i < count; i++) ts[i] = first + (ts[i] ?? 0);
  } else throw new DamagedBytes('its instants are of an unknown kind');
  for (let i = 0; i < count; i++)
    if (!isInstant(ts[i] ?? Number.NaN) || (i > 0 && (ts[i] ?? 0) <= (ts[i - 1] ?? 0)))
      throw new DamagedBytes('its instants do not ascend');
  return ts;
}

function takeCount(from: ByteReader): number {
  const count = from.count();
  if (count === 0 || count > MAX_INSTANTS) throw new DamagedBytes('it has too many instants, or none');
  return count;
}

/** Lengths of runs that are taken and left out by turns, the first of them taken. */
function runsOf(ts: Float64Array, all: Float64Array): number[] {
  const runs: number[] = [];
  let [taken, length, next] = [true, 0, 0];
  for (let i = 0; i < all.length; i++) {
    const isTaken = all[i] === ts[next];
    if (isTaken) next++;
    if (isTaken !== taken) {
      runs.push(length);
      [taken, length] = [isTaken, 0];
    }
    length++;
  }
  runs.push(length);
  return runs;
}

function putPart(to: ByteWriter, ts: Float64Array, all: Float64Array): void {
  const runs = runsOf(ts, all);
  to.count(ts.length);
  to.count(runs.length);
  putWholes(to, Float64Array.from(runs), runs.length);
}

function takePart(from: ByteReader, all: Float64Array): Float64Array {
  const count = takeCount(from);
  const runs = new Float64Array(Math.min(from.count(), all.length + 2));
  if (runs.length === 0) throw new DamagedBytes('a clock takes nothing');
  takeWholes(from, { into: runs, at: 0, count: runs.length, total: runs.length });
  const ts = new Float64Array(Math.min(count, all.length));
  let [place, length] = [0, 0];
  runs.forEach((run, i) => {
    if (!(run >= 0 && run <= all.length - place)) throw new DamagedBytes('a clock has other instants');
    if (i % 2 === 0) {
      if (run > ts.length - length) throw new DamagedBytes('a clock has other instants');
      ts.set(all.subarray(place, place + run), length);
      length += run;
    }
    place += run;
  });
  if (length !== count || place !== all.length) throw new DamagedBytes('a clock has other instants');
  return ts;
}

/** Instants of all clocks, each once, ascending. */
export function unionOf(clocks: readonly Float64Array[]): Float64Array {
  const [first] = clocks;
  if (!first) return new Float64Array(0);
  if (clocks.length === 1) return first;
  const all = new Float64Array(clocks.reduce((sum, ts) => sum + ts.length, 0));
  let length = 0;
  for (const ts of clocks) {
    all.set(ts, length);
    length += ts.length;
  }
  all.sort();
  let kept = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i] ?? 0;
  return all.slice(0, kept);
}

/** Writes the clocks (at least one, none empty) in the smaller way. */
export function putClocks(to: ByteWriter, clocks: readonly Float64Array[]): void {
  const own = new ByteWriter();
  own.byte(OWN);
  let base = 0;
  for (const ts of clocks) {
    putInstants(own, ts, base);
    base = ts[0] ?? 0;
  }
  if (clocks.length === 1) {
    to.append(own.written);
    return;
  }
  const parts = new ByteWriter();
  const all = unionOf(clocks);
  parts.byte(PARTS);
  putInstants(parts, all, 0);
  for (const ts of clocks) putPart(parts, ts, all);
  to.append(parts.written.length < own.written.length ? parts.written : own.written);
}

/** Reads so many clocks. @throws DamagedBytes */
export function takeClocks(from: ByteReader, count: number): Float64Array[] {
  const kind = from.byte();
  const clocks: Float64Array[] = [];
  const all = kind === PARTS ? takeInstants(from, 0) : undefined;
  let [base, sum] = [0, 0];
  for (let i = 0; i < count; i++) {
    const ts = all ? takePart(from, all) : takeInstants(from, base);
    clocks.push(ts);
    base = ts[0] ?? 0;
    sum += ts.length;
    if (sum > MAX_INSTANTS) throw new DamagedBytes('it has too many instants');
  }
  if (kind !== OWN && kind !== PARTS) throw new DamagedBytes('its clocks are of an unknown kind');
  return clocks;
}

/** Whether the instants lie near enough to each other to be counted from the first. */
export const isSpan = (ts: Float64Array): boolean => (ts.at(-1) ?? 0) - (ts[0] ?? 0) <= MAX_WHOLE;

/** The places [from, until) of the instants of [start, end). */
export function windowOf(ts: Float64Array, start: number, end: number): { from: number; until: number } {
  return { from: placeOf(ts, start), until: placeOf(ts, end) };
}
