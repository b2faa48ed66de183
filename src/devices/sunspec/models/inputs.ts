import { KILO, type Model, type Point, type PointType, point, scales } from '../model.ts';

/** 160: the trackers of an inverter, each with its own input. */
const trackers: Model = {
  id: 160,
  label_en: 'Trackers (MPPT)',
  label_it: 'Inseguitori MPPT',
  length: 8,
  points: [
    point('Evt', 6, 'bitfield32', { name: 'mppt_events', values: 'sunspec-160-evt' }),
    point('N', 8, 'count'),
    ...scales({ DCA_SF: 2, DCV_SF: 3, DCW_SF: 4, DCWH_SF: 5 }),
  ],
  block: {
    offset: 10,
    length: 20,
    count: 'N',
    points: [
      point('DCW', 21, 'uint16', { scale: 'DCW_SF', name: 'mppt_#_power_kw', factor: KILO }),
      point('DCV', 20, 'uint16', { scale: 'DCV_SF', name: 'mppt_#_voltage_v' }),
      point('DCA', 19, 'uint16', { scale: 'DCA_SF', name: 'mppt_#_current_a' }),
      point('DCWH', 22, 'acc32', { scale: 'DCWH_SF', name: 'mppt_#_energy_kwh', factor: KILO }),
      point('Tmp', 26, 'int16', { name: 'mppt_#_temperature_c' }),
      point('DCSt', 27, 'enum16', { name: 'mppt_#_state', values: 'sunspec-160-dcst' }),
      point('DCEvt', 28, 'bitfield32', { name: 'mppt_#_events', values: 'sunspec-160-evt' }),
      point('ID', 10, 'uint16'),
      point('IDStr', 11, 'string', { size: 8 }),
      point('Tms', 24, 'uint32'),
    ],
  },
};

const COMBINER_EVENTS = 'sunspec-403-evt';

/** What a combiner box says of itself, from its rating on. */
function boxPoints(from: number, { counter, volts }: { counter: PointType; volts: PointType }): Point[] {
  return [
    point('DCA', from + 6, 'int16', { scale: 'DCA_SF', name: 'dc_current_a', mandatory: true }),
    point('DCV', from + 9, volts, { scale: 'DCV_SF', name: 'dc_voltage_v' }),
    point('Tmp', from + 10, 'int16', { name: 'cabinet_temperature_c' }),
    point('DCAhr', from + 7, counter, { scale: 'DCAhr_SF', name: 'dc_charge_ah' }),
    point('Evt', from + 2, 'bitfield32', { name: 'event_code', values: COMBINER_EVENTS, mandatory: true }),
    point('EvtVnd', from + 4, 'bitfield32', { name: 'vendor_event_1' }),
    point('N', from + 1, 'count'),
  ];
}

/** What an advanced combiner box adds: power and energy. */
function powerPoints(counter: PointType, ratio: PointType): Point[] {
  return [
    point('DCW', 18, 'int16', { scale: 'DCW_SF', name: 'dc_power_kw', factor: KILO }),
    point('DCPR', 19, ratio, { name: 'dc_performance_pct' }),
    point('DCWh', 20, counter, { scale: 'DCWh_SF', name: 'dc_energy_kwh', factor: KILO }),
  ];
}

interface StringScales {
  readonly current: string;
  /** Where the device has none of `current`: the standard lets that be missing, and not what it scales. */
  readonly current_else?: string;
  readonly charge: string;
}

const OWN_SCALES: StringScales = { current: 'InDCA_SF', current_else: 'DCA_SF', charge: 'InDCAhr_SF' };

/** The beginning of each string's block. */
function stringPoints(
  from: number,
  counter: PointType,
  { current, current_else, charge }: StringScales,
): Point[] {
  const scale =
    current_else === undefined ? { scale: current } : { scale: current, scale_else: current_else };
  return [
    point('InDCA', from + 5, 'int16', { ...scale, name: 'string_current_#_a', mandatory: true }),
    point('InDCAhr', from + 6, counter, { scale: charge, name: 'string_charge_#_ah' }),
    point('InEvt', from + 1, 'bitfield32', {
      name: 'string_events_#',
      values: COMBINER_EVENTS,
      mandatory: true,
    }),
    point('InEvtVnd', from + 3, 'bitfield32', { name: 'string_vendor_events_#' }),
    point('InID', from, 'uint16'),
  ];
}

const SIMPLE = scales({ DCA_SF: 2, DCAhr_SF: 3, DCV_SF: 4 });
const ADVANCED = [...SIMPLE, ...scales({ DCW_SF: 5, DCWh_SF: 6 })];
const LABELS = {
  simple: { label_en: 'String combiner, currents', label_it: 'Quadro di stringa, correnti' },
  advanced: { label_en: 'String combiner, advanced', label_it: 'Quadro di stringa, avanzato' },
} as const;

const combiner401: Model = {
  id: 401,
  ...LABELS.simple,
  length: 14,
  points: [...boxPoints(5, { counter: 'uint32', volts: 'uint16' }), ...SIMPLE],
  block: {
    offset: 16,
    length: 8,
    count: 'N',
    points: stringPoints(16, 'uint32', { current: 'DCA_SF', charge: 'DCAhr_SF' }),
  },
};

const combiner402: Model = {
  id: 402,
  ...LABELS.advanced,
  length: 20,
  points: [
    ...boxPoints(7, { counter: 'uint32', volts: 'uint16' }),
    ...powerPoints('uint32', 'uint16'),
    ...ADVANCED,
  ],
  block: {
    offset: 22,
    length: 14,
    count: 'N',
    points: [
      ...stringPoints(22, 'uint32', { current: 'DCA_SF', charge: 'DCAhr_SF' }),
      point('InDCV', 30, 'uint16', { scale: 'DCV_SF', name: 'string_voltage_#_v' }),
      // The standard scales a string's power by the factor of energy, and its energy by none.
      point('InDCW', 31, 'int16', { scale: 'DCWh_SF', name: 'string_power_#_kw', factor: KILO }),
      point('InDCWh', 32, 'uint32', { name: 'string_energy_#_kwh', factor: KILO }),
    ],
  },
};

const combiner403: Model = {
  id: 403,
  ...LABELS.simple,
  length: 16,
  points: [
    ...boxPoints(5, { counter: 'acc32', volts: 'int16' }),
    ...SIMPLE,
    ...scales({ InDCA_SF: 16, InDCAhr_SF: 17 }),
  ],
  block: {
    offset: 18,
    length: 8,
    count: 'N',
    points: stringPoints(18, 'acc32', OWN_SCALES),
  },
};

const combiner404: Model = {
  id: 404,
  ...LABELS.advanced,
  length: 25,
  points: [
    ...boxPoints(7, { counter: 'acc32', volts: 'int16' }),
    ...powerPoints('acc32', 'int16'),
    ...ADVANCED,
    ...scales({ InDCA_SF: 22, InDCAhr_SF: 23, InDCV_SF: 24, InDCW_SF: 25, InDCWh_SF: 26 }),
  ],
  block: {
    offset: 27,
    length: 14,
    count: 'N',
    points: [
      ...stringPoints(27, 'acc32', OWN_SCALES),
      point('InDCV', 35, 'int16', { scale: 'InDCV_SF', name: 'string_voltage_#_v' }),
      point('InDCW', 36, 'int16', { scale: 'InDCW_SF', name: 'string_power_#_kw', factor: KILO }),
      point('InDCWh', 37, 'acc32', { scale: 'InDCWh_SF', name: 'string_energy_#_kwh', factor: KILO }),
    ],
  },
};

/** Source: SunSpec information models 160 and 401–404. */
export const inputModels: readonly Model[] = [trackers, combiner401, combiner402, combiner403, combiner404];
