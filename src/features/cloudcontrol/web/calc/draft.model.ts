import { factorBetween } from '../../../../shared/units/units.ts';
import type { Operation } from '../../calculation.model.ts';
import { resultKind } from '../../calculation-rules.model.ts';
import type { CalcChoices, CalcDefinition, CalcGroup } from '../../calculations.contract.ts';

/** A group as its form holds it. */
export interface Draft {
  name: string;
  description: string;
  operation: Operation;
  /** `device_id.name` of each input, in their order. */
  inputs: readonly string[];
  /** A virtual device that there is; null for one that is to be made. */
  device_id: number | null;
  proj_code: string;
  short_name: string;
  interval_s: number;
  variable: string;
}

export const NEW_DRAFT: Draft = {
  name: '',
  description: '',
  operation: 'sum',
  inputs: [],
  device_id: null,
  proj_code: '',
  short_name: '',
  interval_s: 60,
  variable: '',
};

const keyOf = ({ device_id, name }: { device_id: number; name: string }) => `${device_id}.${name}`;

/** The form of a stored group. What was deleted stays in it until somebody takes it out. */
export const draftOf = ({ name, description, operation, inputs, result }: CalcGroup): Draft => ({
  ...NEW_DRAFT,
  name,
  description,
  operation,
  inputs: inputs.map(keyOf),
  device_id: result.device_id,
  interval_s: result.interval_s,
  variable: result.name,
});

const inputOf = (key: string) => {
  const point = key.indexOf('.');
  return { device_id: Number(key.slice(0, point)), name: key.slice(point + 1) };
};

/** Any name serves where none is typed yet: what is previewed does not hang on it. */
const UNNAMED = 'NEW';

/** The group as it is sent. */
export function bodyOf({ name, description, operation, inputs, device_id, variable, ...made }: Draft) {
  const { proj_code, short_name, interval_s } = made;
  const device = { proj_code, short_name: short_name.trim(), interval_s };
  const place = device_id === null ? { device } : { device_id };
  return { name, description, operation, inputs: inputs.map(inputOf), result: { ...place, variable } };
}

/** What is calculated, whatever it will be called; undefined while something of it is not chosen. */
export function definitionOf(draft: Draft): CalcDefinition | undefined {
  const { device_id, proj_code, inputs, variable } = draft;
  if (inputs.length === 0 || variable === '' || (device_id === null && proj_code === '')) return undefined;
  const { operation, inputs: sources, result } = bodyOf({ ...draft, short_name: UNNAMED });
  return { operation, inputs: sources, result };
}

/** The field of the form for a fault of the body. */
export function fieldOf(path: string, { device_id }: Draft): string | undefined {
  if (/^inputs\.\d+/.test(path)) return path.split('.').slice(0, 2).join('.');
  const name = path.split('.').at(-1) ?? '';
  // How often results come is the device's, where there is one.
  if (name === 'interval_s' && device_id !== null) return 'device_id';
  return name in NEW_DRAFT ? name : undefined;
}

type Name = CalcChoices['names'][number];

/** The names that a result may have: of its kind, in a unit that the inputs can be counted in. */
export function fittingNames(
  names: readonly Name[],
  operation: Operation,
  inputs: readonly { unit: string; kind: Name['kind'] }[],
): readonly Name[] {
  if (inputs.length === 0) return names;
  const kind = resultKind(operation, inputs);
  return names.filter(
    (name) => name.kind === kind && inputs.every(({ unit }) => factorBetween(unit, name.unit) !== undefined),
  );
}

/** What a new device for results is proposed from: its inputs' plant, and the rhythm of the slowest of them. */
export interface Source {
  proj_code: string;
  rhythm_s: number;
  name: string;
}

/**
 * What the inputs propose for what nobody has filled in: the plant that they all belong to, a rhythm in which each of them
 * has something new, and their own variable where it is the same and may be the result.
 */
export function proposedOf(
  draft: Draft,
  sources: readonly Source[],
  names: readonly Pick<Name, 'name'>[],
): Partial<Draft> {
  if (draft.device_id !== null || sources.length === 0) return {};
  const plants = new Set(sources.map(({ proj_code }) => proj_code));
  const variables = new Set(sources.map(({ name }) => name));
  const [variable] = variables;
  const fits = variables.size === 1 && names.some(({ name }) => name === variable);
  return {
    ...(draft.proj_code === '' && plants.size === 1 ? { proj_code: sources[0]?.proj_code ?? '' } : {}),
    ...(draft.interval_s === NEW_DRAFT.interval_s
      ? { interval_s: Math.max(NEW_DRAFT.interval_s, ...sources.map(({ rhythm_s }) => rhythm_s)) }
      : {}),
    ...(draft.variable === '' && fits && variable !== undefined ? { variable } : {}),
  };
}

/** Rhythms that are offered: from every ten seconds to once a day. */
export const INTERVALS_S: readonly number[] = [10, 30, 60, 300, 600, 900, 1800, 3600, 86_400];
