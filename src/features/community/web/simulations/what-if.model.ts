import { NUMBERS, type SimulationParameters } from '../../parameters.contract.ts';
import { MEMBER_KINDS } from '../../simulation.model.ts';

/** What the sliders say. */
export interface Moved {
  /** Of all kinds. */
  readonly members: number;
  readonly kwp: number;
  readonly battery_kwh: number;
}

const membersOf = (parameters: SimulationParameters): number =>
  MEMBER_KINDS.reduce((sum, kind) => sum + parameters[kind], 0);

export const movedFrom = (parameters: SimulationParameters): Moved => ({
  members: membersOf(parameters),
  kwp: parameters.kwp,
  battery_kwh: parameters.battery_kwh,
});

/** How far members and battery can be moved: three times what they are, and enough where they are few. */
export const movable = (parameters: SimulationParameters): Omit<Moved, 'kwp'> => ({
  members: Math.min(NUMBERS.prosumer[2], Math.max(30, 3 * membersOf(parameters))),
  battery_kwh: Math.min(NUMBERS.battery_kwh[2], Math.max(500, 3 * parameters.battery_kwh, parameters.kwp)),
});

/**
 * Members of all kinds in the proportion in which they were, whole ones by the largest remainder.
 * @param total of all kinds
 */
function inProportion(
  parameters: SimulationParameters,
  total: number,
): Pick<SimulationParameters, (typeof MEMBER_KINDS)[number]> {
  const before = membersOf(parameters);
  const shares = MEMBER_KINDS.map((kind) => {
    const exact = (parameters[kind] * total) / before;
    return { kind, whole: Math.floor(exact), rest: exact - Math.floor(exact) };
  });
  let left = total - shares.reduce((sum, { whole }) => sum + whole, 0);
  const largest = shares.toSorted((a, b) => b.rest - a.rest);
  for (const share of largest) if (left-- > 0) share.whole += 1;
  return Object.fromEntries(shares.map(({ kind, whole }) => [kind, whole])) as ReturnType<
    typeof inProportion
  >;
}

/** The parameters with what the sliders say; the very same where they say the same. */
export function movedBy(parameters: SimulationParameters, moved: Moved): SimulationParameters {
  const { members, kwp, battery_kwh } = moved;
  const same = movedFrom(parameters);
  if (members === same.members && kwp === same.kwp && battery_kwh === same.battery_kwh) return parameters;
  return { ...parameters, ...inProportion(parameters, members), kwp, battery_kwh };
}
