import { type OpenAlarm, subjectKey } from './active-alarm.model.ts';
import { isQuiet, packWatch, quietWatch, unpackWatch, type Watch } from './fault-watch.model.ts';

const PARTING = ', ';

/** The labels of a box's weak strings, as its alarm's parameters name them. */
export const joinLabels = (labels: readonly string[]): string => labels.join(PARTING);
const labelsIn = ({ params }: OpenAlarm): string[] => String(params.strings ?? '').split(PARTING);

/** What was gathered of a plant's faults: watches by subject, code and, for strings, label. Those that are quiet are not held. */
export type PlantWatches = Map<string, Watch>;

/** The watches of a company between evaluations. An evaluation writes into a new store: what it does not check is forgotten. */
export class WatchStore {
  readonly #plants = new Map<number, PlantWatches>();

  of(plant_id: number): PlantWatches | undefined {
    return this.#plants.get(plant_id);
  }

  keep(plant_id: number, watches: PlantWatches): void {
    if (watches.size > 0) this.#plants.set(plant_id, watches);
  }

  set(plant_id: number, key: string, watch: Watch): void {
    const watches = this.#plants.get(plant_id) ?? new Map();
    this.#plants.set(plant_id, watches.set(key, watch));
  }

  /** Alarms that are open are watched, whether or not anything of them was gathered. */
  addOpenAlarms(open: readonly OpenAlarm[]): void {
    for (const alarm of open) {
      const key = subjectKey(alarm);
      const keys = alarm.code === 'string_weak' ? labelsIn(alarm).map((label) => `${key}/${label}`) : [key];
      for (const each of keys) {
        if (this.of(alarm.plant_id)?.get(each)?.open) continue;
        this.set(alarm.plant_id, each, quietWatch(true, alarm.began_at));
      }
    }
  }

  pack(now: number): Record<string, number[]> {
    const packed: Record<string, number[]> = {};
    for (const [plant_id, watches] of this.#plants) {
      for (const [key, watch] of watches) {
        if (!isQuiet(watch, now)) packed[`${plant_id}/${key}`] = packWatch(watch);
      }
    }
    return packed;
  }

  unpack(packed: Readonly<Record<string, readonly number[]>>): void {
    for (const [key, watch] of Object.entries(packed)) {
      const end = key.indexOf('/');
      this.set(Number(key.slice(0, end)), key.slice(end + 1), unpackWatch(watch));
    }
  }
}
