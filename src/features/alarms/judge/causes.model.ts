import type { AlarmCode } from '../alarms.model.ts';
import { beganTogether, fedBy } from './dark-box.model.ts';
import type { DeviceSight, PlantSight } from './plant-sight.model.ts';
import { alarmKey, type StandingAlarm } from './standing.model.ts';

type Fault = Pick<StandingAlarm, 'plant_id' | 'device_id' | 'port_id' | 'code' | 'began_at' | 'params'>;

/** A box with this share of its strings weak takes a part of its inverter's production with it. */
const HALF = 0.5;

/** The alarms of one plant that stand, by what they are of. */
class Standing {
  readonly #byKey = new Map<string, Fault>();

  constructor(alarms: readonly Fault[]) {
    for (const alarm of alarms) this.#byKey.set(alarmKey(alarm), alarm);
  }

  find(
    code: AlarmCode,
    of: { plant_id: number; device_id?: number; port_id?: number | null },
  ): string | null {
    const key = alarmKey({
      plant_id: of.plant_id,
      device_id: of.device_id ?? null,
      port_id: of.port_id ?? null,
      code,
    });
    return this.#byKey.has(key) ? key : null;
  }

  began(key: string): number {
    return this.#byKey.get(key)?.began_at ?? 0;
  }

  values(): Iterable<Fault> {
    return this.#byKey.values();
  }
}

interface Around {
  readonly sight: PlantSight;
  readonly standing: Standing;
  readonly devices: ReadonlyMap<number, DeviceSight>;
}

const earliest = (keys: readonly string[], standing: Standing): string | null =>
  keys.toSorted((a, b) => standing.began(a) - standing.began(b))[0] ?? null;

/** The keys of one alarm of each of some things, or none where one of them has no such alarm. */
function ofEach(keys: readonly (string | null)[]): string[] {
  const found = keys.filter((key) => key !== null);
  return found.length === keys.length ? found : [];
}

/** The way to a device: its port's, or the plant's. */
function wayTo({ sight: { plant }, standing }: Around, port_id: number | null): string | null {
  const whole = standing.find('connection_lost', plant);
  return (
    whole ??
    (port_id === null ? null : standing.find('connection_lost', { plant_id: plant.plant_id, port_id }))
  );
}

/** A plant is silent because of its ways when no polled device can be reached. */
function causeOfNoData(around: Around): string | null {
  const { sight, standing } = around;
  const polled = sight.devices.filter(({ device }) => device.polled);
  return earliest(ofEach(polled.map(({ device }) => wayTo(around, device.port_id))), standing);
}

/** A plant makes nothing because all of its inverters are in fault. */
function causeOfPlantNoProduction({ sight: { plant, inverters }, standing }: Around): string | null {
  const of = ({ device }: DeviceSight) =>
    standing.find('inverter_fault', { plant_id: plant.plant_id, device_id: device.device_id });
  return earliest(ofEach(inverters.map(of)), standing);
}

/** A box whose strings are all dark is so because what it feeds does not work; one with some weak strings has a fault of its own. */
function causeOfDarkBox(fault: Fault, { sight, standing, devices }: Around): string | null {
  const { plant } = sight;
  const box = devices.get(fault.device_id ?? 0)?.device;
  if (!box || fault.params.n !== fault.params.of) return null;
  const { inverters, codes, guessed } = fedBy(sight, box);
  const stopped = inverters.flatMap(({ device: { device_id } }) =>
    codes.flatMap((code) => standing.find(code, { plant_id: plant.plant_id, device_id }) ?? []),
  );
  const fits = (key: string) => !guessed || beganTogether(plant, standing.began(key), fault.began_at);
  return earliest(stopped.filter(fits), standing) ?? standing.find('no_production', plant);
}

/** A box of the inverter's section with half of its strings weak, or more, by a fault of its own. */
function boxOut(around: Around, inverter: DeviceSight): string | null {
  const { sight, standing, devices } = around;
  const { plant } = sight;
  const { section_id } = inverter.device;
  if (section_id === null) return null;
  for (const alarm of standing.values()) {
    if (alarm.code !== 'string_weak' || alarm.plant_id !== plant.plant_id) continue;
    const { n, of } = alarm.params;
    const box = devices.get(alarm.device_id ?? 0);
    if (box?.device.section_id !== section_id || Number(n) < Number(of) * HALF) continue;
    if (causeOfDarkBox(alarm, around) === null) return alarmKey(alarm);
  }
  return null;
}

/** Meter and inverters disagree because what an inverter says is not so. */
function causeOfMismatch({ sight: { inverters, plant }, standing }: Around): string | null {
  const wrong = inverters.flatMap(({ device: { device_id } }) =>
    (['readings_still', 'readings_implausible'] as const).flatMap(
      (code) => standing.find(code, { plant_id: plant.plant_id, device_id }) ?? [],
    ),
  );
  return earliest(wrong, standing);
}

function causeOf(fault: Fault, around: Around): string | null {
  const { standing, devices, sight } = around;
  const one = devices.get(fault.device_id ?? 0);
  const own = (code: AlarmCode): string | null =>
    standing.find(code, { plant_id: fault.plant_id, device_id: fault.device_id ?? 0 });
  switch (fault.code) {
    case 'connection_lost':
      return fault.port_id === null ? null : wayTo(around, null);
    case 'no_data':
      return causeOfNoData(around);
    case 'device_silent':
      return wayTo(around, one?.device.port_id ?? null) ?? standing.find('no_data', sight.plant);
    case 'production_unread':
      return (
        own('device_silent') ??
        wayTo(around, one?.device.port_id ?? null) ??
        standing.find('no_data', sight.plant)
      );
    case 'no_production':
      if (!one) return causeOfPlantNoProduction(around);
      return own('inverter_fault') ?? standing.find('no_production', sight.plant);
    case 'under_expectation':
      return (
        own('inverter_fault') ??
        own('no_production') ??
        standing.find('no_production', sight.plant) ??
        own('device_silent') ??
        own('readings_still') ??
        (one ? boxOut(around, one) : null)
      );
    case 'string_weak':
      return causeOfDarkBox(fault, around);
    case 'meter_mismatch':
      return causeOfMismatch(around);
    default:
      return null;
  }
}

/** Follows a chain of causes to its end: everything stands with what began it. */
function rootOf(key: string, causes: ReadonlyMap<string, string>): string {
  let root = key;
  for (let next = causes.get(root); next !== undefined; next = causes.get(root)) root = next;
  return root;
}

/**
 * Which of a plant's standing alarms follow from which, by key; what follows from nothing is not in it. The causes run one
 * way (ways, silence, faults, production, expectation), so there are no circles.
 */
export function causesAmong(sight: PlantSight, alarms: readonly Fault[]): ReadonlyMap<string, string> {
  const direct = new Map<string, string>();
  if (alarms.length < 2) return direct;
  const standing = new Standing(alarms);
  const devices = new Map(sight.devices.map((one) => [one.device.device_id, one]));
  for (const alarm of alarms) {
    const cause = causeOf(alarm, { sight, standing, devices });
    if (cause !== null) direct.set(alarmKey(alarm), cause);
  }
  return new Map([...direct].map(([key, cause]) => [key, rootOf(cause, direct)]));
}
