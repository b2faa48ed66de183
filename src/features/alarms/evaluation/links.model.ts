/** The links of alarms that follow from others, as plain JSON. */
export interface PackedLinks {
  readonly causes: Readonly<Record<string, string>>;
  readonly stood: readonly string[];
  readonly outlived: Readonly<Record<string, number>>;
}

/**
 * Of the active alarms of an evaluation: what follows from what, by key, which of those were active by themselves
 * before, and since when (epoch ms) some outlive their cause.
 */
export class Links {
  readonly #causes: Map<string, string>;
  readonly #stood: Set<string>;
  readonly #outlived: Map<string, number>;

  constructor({ causes = {}, stood = [], outlived = {} }: Partial<PackedLinks> = {}) {
    this.#causes = new Map(Object.entries(causes));
    this.#stood = new Set(stood);
    this.#outlived = new Map(Object.entries(outlived));
  }

  /** @param stood whether it stood by itself before its cause did */
  follow(key: string, cause: string, stood: boolean): void {
    this.#causes.set(key, cause);
    if (stood) this.#stood.add(key);
  }

  /** It still stands with a cause that ended then. */
  outlive(key: string, cause: string, since: number): void {
    this.#causes.set(key, cause);
    this.#outlived.set(key, since);
  }

  causeOf(key: string): string | null {
    return this.#causes.get(key) ?? null;
  }

  wasIndependent(key: string): boolean {
    return this.#stood.has(key);
  }

  outlivedSince(key: string): number | null {
    return this.#outlived.get(key) ?? null;
  }

  /** What a clock that was ahead has stamped counts from now on. */
  dropFuture(now: number): void {
    for (const [key, since] of this.#outlived) if (since > now) this.#outlived.set(key, now);
  }

  /** Takes over what another one says of a plant, in place of what was said of it here. */
  takeOver(plant_id: number, { causes, stood, outlived }: PackedLinks): void {
    const ofPlant = (key: string) => key.startsWith(`${plant_id}/`);
    for (const key of [...this.#causes.keys()].filter(ofPlant)) this.#causes.delete(key);
    for (const key of [...this.#stood].filter(ofPlant)) this.#stood.delete(key);
    for (const key of [...this.#outlived.keys()].filter(ofPlant)) this.#outlived.delete(key);
    for (const [key, cause] of Object.entries(causes)) if (ofPlant(key)) this.#causes.set(key, cause);
    for (const key of stood) if (ofPlant(key)) this.#stood.add(key);
    for (const [key, since] of Object.entries(outlived)) if (ofPlant(key)) this.#outlived.set(key, since);
  }

  pack(): PackedLinks {
    return {
      causes: Object.fromEntries(this.#causes),
      stood: [...this.#stood],
      outlived: Object.fromEntries(this.#outlived),
    };
  }
}
