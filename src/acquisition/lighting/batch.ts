type Waiting<T, R> = {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/** Work that is done for many at once: whoever comes while it is under way is done together with the others that came. */
export class Batch<T, R> {
  readonly #work: (items: readonly T[]) => Promise<(item: T) => R>;
  readonly #most: number;
  #waiting: Waiting<T, R>[] = [];
  #running = false;

  /** @param work answers what came of each */
  constructor(work: (items: readonly T[]) => Promise<(item: T) => R>, most = 500) {
    this.#work = work;
    this.#most = most;
  }

  /** @throws what the work throws that it is part of */
  add(item: T): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#running) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, this.#most);
      try {
        const resultOf = await this.#work(taken.map(({ item }) => item));
        for (const { item, resolve } of taken) resolve(resultOf(item));
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    this.#running = false;
  }
}
