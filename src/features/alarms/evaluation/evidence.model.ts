import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import type { RuleParam, RuleValues } from '../alarm-rules.model.ts';
import { ALARM_RULES } from '../alarm-rules.model.ts';
import type { Evidence } from '../alarms.contract.ts';
import type { LastValue, WatchedDevice } from './watched.model.ts';

/** What an alarm is evaluated by. Each has words of its own on the screen, beside the names of the rules' values. */
export const FIGURES = {
  silent_min: 'min',
  lost_pct: '%',
  power_kw: 'kW',
  share_pct: '%',
  neighbours_share_pct: '%',
  irradiance_wm2: 'W/m²',
  temperature_c: '°C',
  own_kw_kwp: 'kW/kWp',
  siblings_kw_kwp: 'kW/kWp',
  deficit_pct: '%',
  weak_strings: '',
  median_a: 'A',
  others_median_a: 'A',
  metered_kw: 'kW',
  inverters_kw: 'kW',
  deviation_pct: '%',
  still_h: 'h',
} as const;
export type Figure = keyof typeof FIGURES;

type Drawn = Evidence['series'][number];
export type Role = Drawn['role'];

const MAX_SERIES = 12;
const MAX_READINGS = 40;

export interface EvidenceSource {
  readonly start: number;
  readonly end: number;
  /** The thing itself first, then its siblings, then sensors; a variable twice counts once. */
  readonly variables: readonly (readonly [device: WatchedDevice, variable: LastValue, role: Role])[];
  readonly figures: readonly {
    readonly code: Figure;
    readonly value: number | null;
    readonly limit?: number | null;
  }[];
  /** Values of the rule that it was not evaluated by. */
  readonly unused?: readonly string[];
}

const iso = (at: number): string => new Date(at).toISOString();
const rounded = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(6));

/** The evidence of an alarm as it is kept: what is drawn, what it was evaluated by with the rule's values, what was read. */
export function evidenceOf<C extends EvaluatedCode>(
  code: C,
  values: RuleValues<C>,
  found: EvidenceSource,
): Evidence {
  const params: Readonly<Record<string, RuleParam>> = ALARM_RULES[code];
  const used = Object.entries<number>(values).filter(([name]) => !found.unused?.includes(name));
  const rule = used.map(([name, value]) => ({
    code: name,
    value,
    limit: null,
    unit: params[name]?.unit ?? '',
  }));
  const figures = found.figures.map(({ code: figure, value, limit }) => ({
    code: figure,
    value: rounded(value),
    limit: rounded(limit ?? null),
    unit: FIGURES[figure],
  }));
  const seen = new Set<LastValue>();
  const variables = found.variables.filter(([, variable]) => !seen.has(variable) && seen.add(variable));
  return {
    start: iso(Math.min(found.start, found.end)),
    end: iso(found.end),
    series: variables.slice(0, MAX_SERIES).map(([{ device_id, short_name }, { name }, role]) => ({
      device_id,
      short_name,
      variable: name,
      role,
    })),
    figures: [...figures, ...rule],
    readings: variables.slice(0, MAX_READINGS).map(([{ device_id, short_name }, variable]) => ({
      device_id,
      short_name,
      variable: variable.name,
      at: variable.at === null ? null : iso(variable.at),
      value: variable.value,
      unit: variable.unit,
    })),
  };
}
