import { DAY_MS } from '../shared/units/zones.ts';
import type { AttributeDefinition } from './port-configuration.ts';

const FIRST_RETRY_MS = 10 * 60_000;

type Known = { readonly definition: AttributeDefinition; next_ms: number; failures: number };

const same = (a: AttributeDefinition, b: AttributeDefinition): boolean =>
  a.function_code === b.function_code &&
  a.address === b.address &&
  a.length === b.length &&
  a.swapped === b.swapped;

/**
 * When a device's texts are read: at the first contact, once a day, and when they are defined otherwise. One that
 * fails is tried again after 10 minutes, 20, 40 and so on, in the end once a day.
 */
export class AttributeReads {
  readonly #known: Known[];

  /** @param before of the same device with its former definitions. */
  constructor(definitions: readonly AttributeDefinition[], before?: AttributeReads) {
    this.#known = definitions.map((definition) => {
      const old = before === undefined ? undefined : before.#find(definition.id);
      if (old !== undefined && same(old.definition, definition)) return old;
      return { definition, next_ms: Number.NEGATIVE_INFINITY, failures: 0 };
    });
  }

  /** One that is due, undefined when none is. */
  due(now_ms: number): AttributeDefinition | undefined {
    // What lies further ahead than a day was planned by a clock that has been set back since.
    return this.#known.find(({ next_ms }) => next_ms <= now_ms || next_ms - now_ms > DAY_MS)?.definition;
  }

  /** All that are due. */
  allDue(now_ms: number): AttributeDefinition[] {
    return this.#known
      .filter(({ next_ms }) => next_ms <= now_ms || next_ms - now_ms > DAY_MS)
      .map(({ definition }) => definition);
  }

  noteRead({ id }: AttributeDefinition, now_ms: number): void {
    const known = this.#find(id);
    if (known === undefined) return;
    known.failures = 0;
    known.next_ms = now_ms + DAY_MS;
  }

  noteFailed({ id }: AttributeDefinition, now_ms: number): void {
    const known = this.#find(id);
    if (known === undefined) return;
    known.next_ms = now_ms + Math.min(DAY_MS, FIRST_RETRY_MS * 2 ** known.failures);
    known.failures += 1;
  }

  #find(id: number): Known | undefined {
    return this.#known.find(({ definition }) => definition.id === id);
  }
}
