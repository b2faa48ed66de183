import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Subject } from './active-alarm.model.ts';
import type { PlantSnapshot } from './plant-snapshot.model.ts';

/** When something last ended that explains what is seen of a port or a device, or of their plant; 0 for never. Epoch ms. */
export type ExplainedAt = (of: { device_id?: number; port_id?: number | null }) => number;

/** Longer than any window or silence that a rule can have. */
const REMEMBERED_MS = 5 * DAY_MS;

const keyOf = ({ plant_id, device_id, port_id }: Subject): string =>
  `${plant_id}/${device_id ?? 0}/${port_id ?? 0}`;

/**
 * Until when something else explains what is seen of a thing. Once a cause has ended, what would follow from it must show
 * itself anew: silence is counted, and windows are compared, from that instant on.
 */
export class Explained {
  readonly #ended: Map<string, number>;

  constructor(ended: Readonly<Record<string, number>> = {}) {
    this.#ended = new Map(Object.entries(ended));
  }

  of({ plant: { plant_id } }: PlantSnapshot): ExplainedAt {
    if (this.#ended.size === 0) return () => 0;
    const at = (device_id: number | null, port_id: number | null): number =>
      this.#ended.get(keyOf({ plant_id, device_id, port_id })) ?? 0;
    const plant = at(null, null);
    return ({ device_id, port_id }) =>
      Math.max(plant, device_id ? at(device_id, null) : 0, port_id ? at(null, port_id) : 0);
  }

  end(subject: Subject, at: number): void {
    const key = keyOf(subject);
    this.#ended.set(key, Math.max(at, this.#ended.get(key) ?? 0));
  }

  /** What a clock that was ahead has stamped counts from now on. */
  dropFuture(now: number): void {
    for (const [key, at] of this.#ended) if (at > now) this.#ended.set(key, now);
  }

  pack(now: number): Record<string, number> {
    for (const [key, at] of this.#ended) if (now - at > REMEMBERED_MS) this.#ended.delete(key);
    return Object.fromEntries(this.#ended);
  }
}
