import type { Tx } from '../../../shared/server/tenancy.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import {
  type LastValue,
  MAX_STEPS,
  type SilenceReason,
  type WatchedDevice,
  type WatchedPlant,
  type WatchedPort,
} from '../evaluation/watched.model.ts';
import { CompanySteps } from './company-steps.ts';
import {
  type DeviceFacts,
  type LastMark,
  type LastRow,
  listDeviceFacts,
  listLastMarks,
  listLastRows,
  listPlantFacts,
  listPorts,
  listSetRules,
  listSilenceReasons,
  type PlantFacts,
} from './watched.repository.ts';

/** A notice of changed plants, devices, variables or rules may have been missed: they are read again so often. */
const RELOAD_EVERY_MS = 120_000;

/** Quality bytes that say that a poll had no value. */
const MISSING = 3;
const FAILED = 4;

interface Structure {
  readonly loaded_at: number;
  readonly plants: readonly PlantFacts[];
  readonly devices: readonly DeviceFacts[];
  readonly ofPlant: ReadonlyMap<number, readonly DeviceFacts[]>;
  /** The same as long as they were not read again: comparisons are kept by them. */
  readonly rules: CompanyRules;
}

export interface Watched {
  readonly plants: readonly WatchedPlant[];
  readonly rules: CompanyRules;
}

/** What the evaluator is given of one company: what seldom changes is kept between evaluations. */
export class WatchedCompany {
  readonly #steps: CompanySteps;
  #structure: Structure | undefined;

  constructor(quartersAtOnce?: number) {
    this.#steps = new CompanySteps(quartersAtOnce);
  }

  /** Reads what an evaluation needs. `changed`: plants, devices, variables or rules may have changed since the last one. */
  async load(tx: Tx, { now, changed }: { now: number; changed: boolean }): Promise<Watched> {
    const structure = await this.#structureOf(tx, now, changed);
    await this.#steps.refresh(tx, structure.devices, { now, count: MAX_STEPS });
    const [rows, marks, silences, ports] = await Promise.all([
      listLastRows(tx),
      listLastMarks(tx, new Date(now)),
      listSilenceReasons(tx),
      listPorts(tx),
    ]);
    const last = { rows: byDevice(rows), marks: Map.groupBy(marks, (mark) => mark.device_id), silences };
    const byPort = new Map(ports.map((port) => [port.port_id, port]));
    return {
      plants: structure.plants.map((plant) => this.#plantOf(plant, structure, last, byPort)),
      rules: structure.rules,
    };
  }

  async #structureOf(tx: Tx, now: number, changed: boolean): Promise<Structure> {
    const known = this.#structure;
    if (known && !changed && Math.abs(now - known.loaded_at) < RELOAD_EVERY_MS) return known;
    const [plants, devices, set] = await Promise.all([
      listPlantFacts(tx),
      listDeviceFacts(tx),
      listSetRules(tx),
    ]);
    const ofPlant = Map.groupBy(devices, (device) => device.plant_id);
    this.#structure = { loaded_at: now, plants, devices, ofPlant, rules: new CompanyRules(set) };
    this.#steps.keep(devices);
    return this.#structure;
  }

  #plantOf(
    plant: PlantFacts,
    { ofPlant }: Structure,
    last: Last,
    byPort: ReadonlyMap<number, WatchedPort>,
  ): WatchedPlant {
    const devices = (ofPlant.get(plant.plant_id) ?? []).map((device) => this.#deviceOf(device, last));
    const ids = new Set(
      devices.flatMap(({ port_id, polled }) => (port_id === null || !polled ? [] : port_id)),
    );
    return { ...plant, devices, ports: [...ids].flatMap((id) => byPort.get(id) ?? []) };
  }

  #deviceOf({ plant_id: _, slots, ...device }: DeviceFacts, last: Last): WatchedDevice {
    const { device_id } = device;
    const row = last.rows.get(device_id);
    const values = row ? readValues(slots, row, last.marks.get(device_id)) : slots.map(unheard);
    return {
      ...device,
      last_good_at: row?.last_good_at ?? null,
      reason: last.silences.get(device_id) ?? null,
      steps: this.#steps.of(device_id),
      values,
    };
  }
}

interface Last {
  readonly rows: ReadonlyMap<number, LastRow>;
  readonly marks: ReadonlyMap<number, readonly LastMark[]>;
  readonly silences: ReadonlyMap<number, SilenceReason>;
}

const byDevice = (rows: readonly LastRow[]) => new Map(rows.map((row) => [row.device_id, row]));

const unheard = (slot: DeviceFacts['slots'][number]): LastValue => ({
  ...slot,
  value: null,
  at: null,
  failed: false,
});

/** `{1,NULL,2.5}` as PostgreSQL writes it, by place. */
const partsOf = (text: string): string[] => text.slice(1, -1).split(',');
const numberIn = (part: string | undefined): number | null =>
  part === undefined || part === 'NULL' || part === '' ? null : Number(part);

function readValues(
  slots: DeviceFacts['slots'],
  { row_at, vals, slot_at, q }: LastRow,
  marks: readonly LastMark[] | undefined,
): LastValue[] {
  const values = partsOf(vals);
  const instants = slot_at === null ? undefined : partsOf(slot_at);
  return slots.map((facts) => {
    const { slot } = facts;
    const value = numberIn(values[slot]);
    const at = instants ? toMs(numberIn(instants[slot])) : value === null ? null : row_at;
    const bad = at !== null && marks?.some((mark) => covers(mark, slot, at));
    const state = q?.[slot] ?? 0;
    return { ...facts, value: bad ? null : value, at, failed: state === MISSING || state === FAILED };
  });
}

const toMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 1000);
const covers = ({ start, end, slots }: LastMark, slot: number, at: number): boolean =>
  at >= start && at < end && (slots?.includes(slot) ?? true);
