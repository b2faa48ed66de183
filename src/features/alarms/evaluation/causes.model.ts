import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import { type ActiveAlarm, alarmKey } from './active-alarm.model.ts';
import { beganTogether, fedBy } from './dark-box.model.ts';
import type { DeviceSnapshot, PlantSnapshot } from './plant-snapshot.model.ts';

type Fault = Pick<ActiveAlarm, 'plant_id' | 'device_id' | 'port_id' | 'code' | 'began_at' | 'params'>;

/** A box with this share of its strings weak takes a part of its inverter's production with it. */
const HALF = 0.5;

/** The active alarms of one plant, by what they are of. */
class ActiveAlarms {
  readonly #byKey = new Map<string, Fault>();

  constructor(alarms: readonly Fault[]) {
    for (const alarm of alarms) this.#byKey.set(alarmKey(alarm), alarm);
  }

  find(
    code: EvaluatedCode,
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

interface CauseContext {
  readonly snapshot: PlantSnapshot;
  readonly active: ActiveAlarms;
  readonly devices: ReadonlyMap<number, DeviceSnapshot>;
}

const earliest = (keys: readonly string[], active: ActiveAlarms): string | null =>
  keys.toSorted((a, b) => active.began(a) - active.began(b))[0] ?? null;

/** The keys of one alarm of each of some things, or none where one of them has no such alarm. */
function ofEach(keys: readonly (string | null)[]): string[] {
  const found = keys.filter((key) => key !== null);
  return found.length === keys.length ? found : [];
}

/** The way to a device: its port's, or the plant's. */
function connectionCauseOf(
  { snapshot: { plant }, active }: CauseContext,
  port_id: number | null,
): string | null {
  const whole = active.find('connection_lost', plant);
  return (
    whole ?? (port_id === null ? null : active.find('connection_lost', { plant_id: plant.plant_id, port_id }))
  );
}

/** A plant is silent because of its ways when no polled device can be reached. */
function causeOfNoData(context: CauseContext): string | null {
  const { snapshot, active } = context;
  const polled = snapshot.devices.filter(({ device }) => device.polled);
  return earliest(ofEach(polled.map(({ device }) => connectionCauseOf(context, device.port_id))), active);
}

/** A plant makes nothing because all of its inverters are in fault. */
function causeOfPlantNoProduction({ snapshot: { plant, inverters }, active }: CauseContext): string | null {
  const of = ({ device }: DeviceSnapshot) =>
    active.find('inverter_fault', { plant_id: plant.plant_id, device_id: device.device_id });
  return earliest(ofEach(inverters.map(of)), active);
}

/** A box whose strings are all dark is so because what it feeds does not work; one with some weak strings has a fault of its own. */
function causeOfDarkBox(fault: Fault, { snapshot, active, devices }: CauseContext): string | null {
  const { plant } = snapshot;
  const box = devices.get(fault.device_id ?? 0)?.device;
  if (!box || fault.params.n !== fault.params.of) return null;
  const { inverters, codes, guessed } = fedBy(snapshot, box);
  const stopped = inverters.flatMap(({ device: { device_id } }) =>
    codes.flatMap((code) => active.find(code, { plant_id: plant.plant_id, device_id }) ?? []),
  );
  const fits = (key: string) => !guessed || beganTogether(plant, active.began(key), fault.began_at);
  return earliest(stopped.filter(fits), active) ?? active.find('no_production', plant);
}

/** A box of the inverter's section with half of its strings weak, or more, by a fault of its own. */
function boxOut(context: CauseContext, inverter: DeviceSnapshot): string | null {
  const { snapshot, active, devices } = context;
  const { plant } = snapshot;
  const { section_id } = inverter.device;
  if (section_id === null) return null;
  for (const alarm of active.values()) {
    if (alarm.code !== 'string_weak' || alarm.plant_id !== plant.plant_id) continue;
    const { n, of } = alarm.params;
    const box = devices.get(alarm.device_id ?? 0);
    if (box?.device.section_id !== section_id || Number(n) < Number(of) * HALF) continue;
    if (causeOfDarkBox(alarm, context) === null) return alarmKey(alarm);
  }
  return null;
}

/** Meter and inverters disagree because what an inverter says is not so. */
function causeOfMismatch({ snapshot: { inverters, plant }, active }: CauseContext): string | null {
  const wrong = inverters.flatMap(({ device: { device_id } }) =>
    (['readings_still', 'readings_implausible'] as const).flatMap(
      (code) => active.find(code, { plant_id: plant.plant_id, device_id }) ?? [],
    ),
  );
  return earliest(wrong, active);
}

function causeOf(fault: Fault, context: CauseContext): string | null {
  const { active, devices, snapshot } = context;
  const one = devices.get(fault.device_id ?? 0);
  const own = (code: EvaluatedCode): string | null =>
    active.find(code, { plant_id: fault.plant_id, device_id: fault.device_id ?? 0 });
  switch (fault.code) {
    case 'connection_lost':
      return fault.port_id === null ? null : connectionCauseOf(context, null);
    case 'no_data':
      return causeOfNoData(context);
    case 'device_silent':
      return (
        connectionCauseOf(context, one?.device.port_id ?? null) ?? active.find('no_data', snapshot.plant)
      );
    case 'production_unread':
      return (
        own('device_silent') ??
        connectionCauseOf(context, one?.device.port_id ?? null) ??
        active.find('no_data', snapshot.plant)
      );
    case 'no_production':
      if (!one) return causeOfPlantNoProduction(context);
      return own('inverter_fault') ?? active.find('no_production', snapshot.plant);
    case 'under_expectation':
      return (
        own('inverter_fault') ??
        own('no_production') ??
        active.find('no_production', snapshot.plant) ??
        own('device_silent') ??
        own('readings_still') ??
        (one ? boxOut(context, one) : null)
      );
    case 'string_weak':
      return causeOfDarkBox(fault, context);
    case 'meter_mismatch':
      return causeOfMismatch(context);
    default:
      return null;
  }
}

/** Follows a chain of causes to its end: every alarm is linked to what began it. */
function rootOf(key: string, causes: ReadonlyMap<string, string>): string {
  let root = key;
  for (let next = causes.get(root); next !== undefined; next = causes.get(root)) root = next;
  return root;
}

/**
 * Which of a plant's active alarms follow from which, by key; what follows from nothing is not in it. The causes run one
 * way (ways, silence, faults, production, expectation), so there are no circles.
 */
export function causesAmong(snapshot: PlantSnapshot, alarms: readonly Fault[]): ReadonlyMap<string, string> {
  const direct = new Map<string, string>();
  if (alarms.length < 2) return direct;
  const active = new ActiveAlarms(alarms);
  const devices = new Map(snapshot.devices.map((one) => [one.device.device_id, one]));
  for (const alarm of alarms) {
    const cause = causeOf(alarm, { snapshot, active, devices });
    if (cause !== null) direct.set(alarmKey(alarm), cause);
  }
  return new Map([...direct].map(([key, cause]) => [key, rootOf(cause, direct)]));
}
