/** Which way undecided conditions go in one variant; `next` makes those of the variant after it. */
export class Choices {
  readonly #taken: { readonly key: string; option: number; readonly options: number }[];
  #known = new Map<string, number>();

  constructor(prefix: Choices['taken'] = []) {
    this.#taken = prefix.map((one) => ({ ...one }));
    for (const { key, option } of this.#taken) this.#known.set(key, option);
  }

  get taken(): readonly { readonly key: string; readonly option: number; readonly options: number }[] {
    return this.#taken;
  }

  /** The same condition goes the same way throughout a variant. */
  choose(key: string, options: number): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#taken.push({ key, option: 0, options });
    this.#known.set(key, 0);
    return 0;
  }

  next(): Choices | undefined {
    const taken = [...this.#taken];
    for (let last = taken.pop(); last; last = taken.pop()) {
      if (last.option + 1 < last.options)
        return new Choices([...taken, { ...last, option: last.option + 1 }]);
    }
    return undefined;
  }
}
