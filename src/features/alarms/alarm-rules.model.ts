import { EVALUATED_CODES, type EvaluatedCode } from '../notifications/alarm-codes.model.ts';

export interface RuleParam {
  readonly unit: 'min' | 'h' | '%' | 'W/m²' | 'polls';
  readonly standard: number;
  readonly least: number;
  readonly most: number;
  /** Offered instead of a free number. */
  readonly choices?: readonly number[];
}

const minutes = (standard: number, max = 1440): RuleParam => ({ unit: 'min', standard, least: 0, most: max });
const percent = (standard: number, min = 1, max = 99): RuleParam => ({
  unit: '%',
  standard,
  least: min,
  most: max,
});
/** How long a fault must have been seen before its alarm opens, and must be gone before it closes. */
const delays = (open: number, close: number) => ({
  open_after_min: minutes(open),
  close_after_min: minutes(close),
});

/** 30 minutes, 1 to 5 hours, 1, 2 and 4 days. // spec §9: duration choices */
const SILENCES_MIN = [30, 60, 120, 180, 240, 300, 1440, 2880, 5760] as const;

/** What can be set of each alarm: by company, by plant and by device. */
export const ALARM_RULES = {
  no_data: {
    silent_after_min: { unit: 'min', standard: 60, least: 30, most: 5760, choices: SILENCES_MIN },
    close_after_min: minutes(1),
  },
  connection_lost: {
    silent_after_min: minutes(5),
    lost_share_pct: percent(30, 5, 95),
    close_after_min: minutes(1),
  },
  device_silent: {
    silent_after_polls: { unit: 'polls', standard: 5, least: 2, most: 1000 },
    // Of those that send by themselves.
    silent_after_min: { unit: 'min', standard: 60, least: 5, most: 5760 },
    // Of the polls of an hour, by a device that comes and goes.
    lost_share_pct: percent(30, 5, 95),
    close_after_min: minutes(1),
  },
  production_unread: delays(60, 5),
  inverter_fault: delays(1, 5),
  no_production: {
    ...delays(30, 5),
    bright_wm2: { unit: 'W/m²', standard: 150, least: 50, most: 1000 },
    least_share_pct: { unit: '%', standard: 1, least: 0.1, most: 50 },
  },
  under_expectation: {
    window_h: { unit: 'h', standard: 4, least: 1, most: 12 },
    deficit_pct: percent(15),
    ...delays(0, 30),
  },
  string_weak: {
    ...delays(15, 5),
    weak_share_pct: percent(70),
    bright_wm2: { unit: 'W/m²', standard: 250, least: 50, most: 1000 },
  },
  meter_mismatch: {
    window_h: { unit: 'h', standard: 4, least: 1, most: 12 },
    deviation_pct: percent(5),
    ...delays(0, 30),
  },
  readings_still: { still_h: { unit: 'h', standard: 3, least: 1, most: 11 }, close_after_min: minutes(30) },
  readings_implausible: {
    // Makers allow 110 % for a while.
    most_share_pct: percent(115, 100, 1000),
    negative_share_pct: percent(5, 1, 100),
    close_after_min: minutes(30),
  },
} as const satisfies Record<EvaluatedCode, Record<string, RuleParam>>;

export type RuleParamName<C extends EvaluatedCode = EvaluatedCode> = C extends EvaluatedCode
  ? keyof (typeof ALARM_RULES)[C] & string
  : never;
export type RuleValues<C extends EvaluatedCode> = Readonly<Record<RuleParamName<C>, number>>;

export interface Rule<C extends EvaluatedCode = EvaluatedCode> {
  readonly enabled: boolean;
  readonly values: RuleValues<C>;
}

/** What somebody set; what is absent is as the next wider rule says. */
export interface SetRule {
  readonly plant_id: number | null;
  readonly device_id: number | null;
  readonly code: EvaluatedCode;
  readonly enabled: boolean | null;
  readonly params: Readonly<Record<string, number>>;
}

export interface RuleSubject {
  readonly plant_id: number;
  readonly device_id?: number | null;
}

type ByCode = ReadonlyMap<EvaluatedCode, Rule>;

const STANDARD: ByCode = new Map(
  EVALUATED_CODES.map((code) => {
    const values = Object.entries<RuleParam>(ALARM_RULES[code]).map(([name, p]) => [name, p.standard]);
    return [code, { enabled: true, values: Object.fromEntries(values) }];
  }),
);

/** The rules of one thing: its own, where it has some, over the next wider ones. */
function narrowed(wider: ByCode, own: readonly SetRule[]): ByCode {
  const rules = new Map(wider);
  for (const { code, enabled, params } of own) {
    const before = rules.get(code);
    if (!before) continue;
    rules.set(code, { enabled: enabled ?? before.enabled, values: { ...before.values, ...params } });
  }
  return rules;
}

/** The rules of a company: for each thing the nearest of device, plant, company and the standard, value by value. */
export class CompanyRules {
  readonly #company: ByCode;
  /** Of plants and devices that have rules of their own, or a plant that has. */
  readonly #plants = new Map<number, ByCode>();
  readonly #devices = new Map<number, ByCode>();

  constructor(set: readonly SetRule[]) {
    const own = set.filter((rule) => rule.plant_id === null && rule.device_id === null);
    this.#company = narrowed(STANDARD, own);
    const byPlant = Map.groupBy(set, (rule) => (rule.device_id === null ? rule.plant_id : null));
    for (const [plant_id, rules] of byPlant)
      if (plant_id !== null) this.#plants.set(plant_id, narrowed(this.#company, rules));
    const ofDevices = set.filter((rule) => rule.device_id !== null);
    for (const [device_id, rules] of Map.groupBy(ofDevices, (rule) => rule.device_id)) {
      const plant = this.#plants.get(rules[0]?.plant_id ?? 0) ?? this.#company;
      if (device_id !== null) this.#devices.set(device_id, narrowed(plant, rules));
    }
  }

  ruleOf<C extends EvaluatedCode>(code: C, { plant_id, device_id }: RuleSubject): Rule<C> {
    const own = device_id ? this.#devices.get(device_id) : undefined;
    const found = (own ?? this.#plants.get(plant_id) ?? this.#company).get(code);
    if (!found) throw new Error(`no rule of ${code}`);
    return found as Rule<C>;
  }
}
