import type { SilenceReason } from '../features/cloudcontrol/device-log.model.ts';
import type { DevicePolling } from './device-polling.ts';

const PERIOD_S = 60;
/** What was said stays until the load is below this part of what the line can carry, or differs by a tenth. */
const CALM = 0.9;
const CHANGE = 0.1;

/** Do the polls behind a port take longer than their intervals? */
export class LineLoad {
  #reason: (SilenceReason & { readonly needed_s: number }) | null = null;

  get reason(): SilenceReason | null {
    return this.#reason;
  }

  /** Looks at the times that the devices' polls took. @param window polls at once */
  measure(devices: readonly DevicePolling[], window: number): void {
    let load = 0;
    for (const { line_ms, state, asks, pace } of devices)
      if (state === 'answering' && asks === 'always') load += line_ms / pace.interval_ms / window;
    if (load <= (this.#reason === null ? 1 : CALM)) {
      this.#reason = null;
      return;
    }
    const needed_s = Math.round(load * PERIOD_S);
    const said_s = this.#reason?.needed_s ?? 0;
    if (Math.abs(needed_s - said_s) <= CHANGE * said_s) return;
    this.#reason = { code: 'overloaded', needed_s, every_s: PERIOD_S };
  }
}
