// Answers in the format that SolarEdge documents for Monitoring API V2 (api-docs.solaredge.com, telemetry of a site's devices), with
// made figures: each quarter of an hour 1 kWh is produced, 0.25 kWh go into the battery, and 0.5 kWh are fed in.

const QUARTER_MS = 900_000;
/** With the site's offset, as the API writes it. */
const stamp = (at: number): string => new Date(at + 2 * 3_600_000).toISOString().replace(/\.000Z$/, '+02:00');
const series = (unit: string, starts: readonly number[], value: (at: number) => number | null) => ({
  unit,
  values: starts.map((at) => ({ timestamp: stamp(at), value: value(at) })),
});
const startsOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / QUARTER_MS) }, (_, i) => from + i * QUARTER_MS);
const period = (from: number, to: number) => ({
  period: { from: stamp(from), to: stamp(to) },
  resolution: 'QUARTER_HOUR',
});

export interface FixtureSpan {
  readonly from: number;
  readonly to: number;
  /** A quarter of which the first inverter says nothing. */
  readonly silent_at?: number;
  /** A quarter that the second inverter leaves out. */
  readonly absent_at?: number;
}

export const invertersAnswer = ({ from, to, silent_at, absent_at }: FixtureSpan) => {
  const starts = startsOf(from, to);
  const present = starts.filter((at) => at !== absent_at);
  return {
    ...period(from, to),
    inverters: {
      '7E1234B5-67': {
        power: series('KW', starts, (at) => (at === silent_at ? null : 2.4)),
        energy: series('WH', starts, (at) => (at === silent_at ? null : 600)),
        voltage: series('VOLT', starts, () => 231.4),
      },
      '7E1234B6-68': {
        power: series('KW', present, () => 1.6),
        energy: series('WH', present, () => 400),
      },
    },
  };
};

export const metersAnswer = ({ from, to }: FixtureSpan) => {
  const starts = startsOf(from, to);
  return {
    ...period(from, to),
    meters: {
      '5118719': {
        importEnergy: series('WH', starts, () => 0),
        exportEnergy: series('WH', starts, () => 500),
        importPower: series('W', starts, () => 0),
        exportPower: series('W', starts, () => 2000),
      },
    },
  };
};

export const storageAnswer = ({ from, to }: FixtureSpan) => {
  const starts = startsOf(from, to);
  return {
    ...period(from, to),
    storage: {
      'BATT-001': {
        chargePower: series('W', starts, () => 1000),
        dischargePower: series('W', starts, () => 0),
        chargeEnergy: series('WH', starts, () => 250),
        dischargeEnergy: series('WH', starts, () => 0),
        stateOfEnergy: series('PERCENTAGE', starts, () => 50),
        remainingEnergy: series('KWH', starts, () => 4.7),
      },
    },
  };
};
