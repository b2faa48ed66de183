import { setTimeout as sleep } from 'node:timers/promises';
import { FairTurns, TooManyWait } from '../../../shared/server/fair-turns.ts';
import type { Whose } from '../../../shared/server/party.ts';
import { type CameraFault, FRESH_MS, KEPT_MS, LIVE_S } from '../cameras.model.ts';
import { NoPicture, type Taken } from './camera-client.ts';
import type { PictureContent } from './picture-content.ts';

export interface ShownPicture extends PictureContent {
  /** By this program's clock (ms). */
  readonly taken_at: number;
  /** Why it is not a live one; null where it is. */
  readonly stale: CameraFault | null;
}

interface Shot extends PictureContent {
  readonly taken_at: number;
  readonly fetched_at: number;
}

/** What is known of one camera as it is configured. */
interface Known {
  shot?: Shot;
  fault?: CameraFault;
  failures: number;
  /** Before this it is not asked again. */
  rest_until: number;
  flight?: Promise<void>;
}

const HELD_BYTES = 64 * 1024 * 1024;
const HELD_CAMERAS = 4000;
const FIRST_REST_MS = 3000;
const MAX_REST_MS = 60_000;
/** Cameras lock whoever says the wrong password too often. */
const LOCKING: readonly CameraFault['code'][] = ['unauthorized'];
/** Nobody waits longer for a picture, its turn behind other cameras included. */
const PATIENCE_MS = 10_000;
/** Requests to cameras at a time, of all companies and of one, and how many may wait. */
const TURNS = { at_once: 16, of_one: 8, waiting: { party: 128, all: 512 } };

/**
 * Pictures for whoever looks: a camera is asked once for all who ask meanwhile, no more often than its picture is fresh, and
 * less and less often while it does not answer. The last picture is kept for a while and shown with its age.
 */
export class CameraPictures {
  readonly #clock: () => number;
  readonly #patience_ms: number;
  readonly #turns = new FairTurns(TURNS);
  /** Those that were shown longest ago come first. */
  readonly #known = new Map<string, Known>();
  #bytes = 0;

  constructor({ clock = Date.now, patience_ms = PATIENCE_MS } = {}) {
    this.#clock = clock;
    this.#patience_ms = patience_ms;
  }

  /**
   * @param key names a camera of a company as it is configured: changed, it is another one
   * @throws NoPicture where there is none, not even an old one
   */
  async show(key: string, whose: Whose, take: () => Promise<Taken>): Promise<ShownPicture> {
    const known = this.#known.get(key) ?? { failures: 0, rest_until: 0 };
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#clock() >= known.rest_until) {
      known.flight ??= this.#refresh(known, whose, take).finally(() => {
        delete known.flight;
        this.#forget();
      });
      await this.#within(known.flight);
    }
    return this.#shown(known);
  }

  /** Until the picture has come or patience ends; whoever looks next waits for the same one. */
  async #within(flight: Promise<void>): Promise<void> {
    const over = new AbortController();
    const wait = sleep(this.#patience_ms, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([flight.finally(() => over.abort()), wait]);
  }

  async #refresh(known: Known, whose: Whose, take: () => Promise<Taken>): Promise<void> {
    try {
      const { age_ms, bytes, media_type } = await this.#turns.run(whose, take);
      const now = this.#clock();
      this.#keep(known, { bytes, media_type, taken_at: now - age_ms, fetched_at: now });
      delete known.fault;
      known.failures = 0;
      known.rest_until = now + FRESH_MS;
    } catch (error) {
      known.fault = faultOf(error);
      const longest = LOCKING.includes(known.fault.code);
      const rest = longest ? MAX_REST_MS : FIRST_REST_MS * 2 ** Math.min(known.failures, 10);
      known.failures++;
      known.rest_until = this.#clock() + Math.min(MAX_REST_MS, rest);
    }
  }

  #keep(known: Known, shot: Shot | undefined): void {
    this.#bytes += (shot?.bytes.length ?? 0) - (known.shot?.bytes.length ?? 0);
    if (shot) known.shot = shot;
    else delete known.shot;
  }

  #shown(known: Known): ShownPicture {
    const now = this.#clock();
    if (known.shot && now - known.shot.fetched_at > KEPT_MS) this.#keep(known, undefined);
    const { shot, fault } = known;
    if (!shot) throw new NoPicture(fault?.code ?? 'busy', fault?.params ?? {});
    const { bytes, media_type, taken_at } = shot;
    const isOld = now - taken_at > LIVE_S * 1000;
    const stale = fault ?? (isOld ? { code: 'old' as const, params: {} } : null);
    return { bytes, media_type, taken_at, stale };
  }

  /** Lets go what was shown longest ago, where there is too much. */
  #forget(): void {
    for (const [key, known] of this.#known) {
      if (this.#bytes <= HELD_BYTES && this.#known.size <= HELD_CAMERAS) return;
      if (known.flight) continue;
      this.#keep(known, undefined);
      this.#known.delete(key);
    }
  }
}

function faultOf(error: unknown): CameraFault {
  if (error instanceof NoPicture) return error.fault;
  if (error instanceof TooManyWait) return { code: 'busy', params: {} };
  throw error;
}
