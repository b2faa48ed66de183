import type { DevicePolling } from './device-polling.ts';

/** Others may have so many times the line that whoever lets them in has used so far, when they come again. */
const OTHERS_SHARE = 4;

/**
 * How one poll, or what is read besides the polls, shares the line between its requests. Each other device is let in once,
 * and again as long as the others have not had most of the time: so a slow device keeps no quick one from its pace, and on a
 * line with more work than time each poll still comes to its end. Polls that are let in share it with whoever let them in.
 * Instants are epoch milliseconds.
 */
export class LineShare {
  readonly #began_ms: number;
  readonly #guests = new Set<DevicePolling>();
  #others_ms = 0;
  #handed_over_ms = 0;
  #depth = 0;

  constructor(now_ms: number) {
    this.#began_ms = now_ms;
  }

  /** May this device be polled now? */
  admits(device: DevicePolling, now_ms: number): boolean {
    if (!this.#guests.has(device)) return true;
    const others_ms = this.#others_ms + (this.#depth > 0 ? now_ms - this.#handed_over_ms : 0);
    return others_ms < OTHERS_SHARE * (now_ms - this.#began_ms - others_ms);
  }

  admit(device: DevicePolling): void {
    this.#guests.add(device);
  }

  /** Does something while others have the line. */
  async handOver(now: () => number, work: () => Promise<void>): Promise<void> {
    if (this.#depth === 0) this.#handed_over_ms = now();
    this.#depth += 1;
    try {
      await work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#others_ms += now() - this.#handed_over_ms;
    }
  }
}
