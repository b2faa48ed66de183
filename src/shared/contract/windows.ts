import { z } from 'zod';
import { DEFAULT_CLOCK, dayBorders, knownZone } from '../units/zones.ts';
import { Day, Instant } from './fields.ts';

type Edge = 'start' | 'end';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The instant at which a day begins or ends in a zone. */
const edgeOf = (zone: string, day: string, edge: Edge): string =>
  new Date(dayBorders(zone, day)[edge]).toISOString();

const FORM = 'must be a day such as 2026-06-01 or an instant such as 2026-06-01T10:00:00Z';
const ERROR = { error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : FORM) };
const WHERE = `where the plant is that is named by its code, else in ${DEFAULT_CLOCK}`;
const momentOf = (edge: Edge, meaning: string) =>
  z
    .union([Instant, Day.describe(`a day: ${meaning} ${WHERE}`)], ERROR)
    .transform((given) => (isDay(given) ? edgeOf(DEFAULT_CLOCK, given, edge) : given));

/** Where the window of a question begins, in its query: an instant, or a day, from its midnight on. */
export const WindowStart = momentOf('start', 'from its midnight on,');
/** Where it ends: an instant that is no part of it, or a day that is, to its last moment. */
export const WindowEnd = momentOf('end', 'to its end, so that it is part of the window,');

/** A part of a checked query that was sent as a day. */
interface NamedDay {
  readonly name: string;
  readonly day: string;
  readonly edge: Edge;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function namedDays(sent: unknown, checked: unknown): NamedDay[] {
  const taken = recordOf(checked);
  return Object.entries(recordOf(sent)).flatMap(([name, day]) => {
    if (typeof day !== 'string' || !isDay(day)) return [];
    const edge = (['start', 'end'] as const).find((one) => taken[name] === edgeOf(DEFAULT_CLOCK, day, one));
    return edge ? [{ name, day, edge }] : [];
  });
}

/** The one plant that a query names, if it does. */
function plantOf(checked: unknown): string | undefined {
  const { proj_code, plants, codes } = recordOf(checked);
  if (typeof proj_code === 'string') return proj_code;
  const [code, ...others] = [plants, codes].find(Array.isArray) ?? [];
  return typeof code === 'string' && others.length === 0 ? code : undefined;
}

/** A checked query whose days are those of the plant that it names; `zoneOf` is asked only where there are any. */
export async function withPlantsDays(
  sent: unknown,
  checked: unknown,
  zoneOf: (proj_code: string) => Promise<string | undefined>,
): Promise<unknown> {
  const days = namedDays(sent, checked);
  const plant = plantOf(checked);
  if (days.length === 0 || plant === undefined) return checked;
  const zone = knownZone((await zoneOf(plant)) ?? DEFAULT_CLOCK);
  const edges = days.map(({ name, day, edge }) => [name, edgeOf(zone, day, edge)]);
  return { ...recordOf(checked), ...Object.fromEntries(edges) };
}
