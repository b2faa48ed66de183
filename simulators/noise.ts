/** Deterministic noise: the same arguments give the same value in every process and after every restart. */

/** Uniform in [0, 1) from a seed and up to two integers (murmur3's finalizer over mixed words). */
export function hashUnit(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(a | 0, 0x85ebca6b) ^ Math.imul(b | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2f);
  return ((h ^ (h >>> 16)) >>> 0) / 4_294_967_296;
}

/** Integer in [from, to] from a seed and up to two integers. */
export function hashInteger(range: readonly [number, number], seed: number, a: number, b = 0): number {
  return range[0] + Math.floor(hashUnit(seed, a, b) * (range[1] - range[0] + 1));
}

/** Smooth in [0, 1), mean 0.5, one free value at each integer x. */
export function smoothNoise(seed: number, x: number, lane = 0): number {
  const cell = Math.floor(x);
  const left = hashUnit(seed, cell, lane);
  return left + (hashUnit(seed, cell + 1, lane) - left) * ease(x - cell);
}

/** Smooth in both directions, [0, 1), mean 0.5. */
export function smoothNoise2(seed: number, x: number, y: number): number {
  const row = Math.floor(y);
  const lower = smoothNoise(seed, x, row);
  return lower + (smoothNoise(seed, x, row + 1) - lower) * ease(y - row);
}

function ease(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction);
}
