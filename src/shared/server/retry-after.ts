interface Bounds {
  readonly least_ms: number;
  readonly most_ms: number;
  /** Where nothing, or nothing that can be read, is said. */
  readonly otherwise_ms: number;
}

/** How long a Retry-After asks to wait (ms), in seconds or as a date, within bounds. // RFC 9110 §10.2.3 */
export function waitAfter(
  retryAfter: string | undefined,
  now: number,
  { least_ms, most_ms, otherwise_ms }: Bounds,
): number {
  const text = (retryAfter ?? '').trim();
  const said = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(said) ? Math.min(most_ms, Math.max(least_ms, said)) : otherwise_ms;
}
