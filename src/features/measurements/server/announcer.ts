const QUIET_MS = 1000;

/** Tells of a company at once, then at most once a second, the last word never lost. */
export class Announcer {
  readonly #announce: (company_id: number) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #quiet = new Map<number, { timer: NodeJS.Timeout; due: boolean }>();
  readonly #underway = new Set<Promise<void>>();

  constructor(
    announce: (company_id: number) => Promise<void>,
    onError: (error: unknown) => void = (error) => process.emitWarning(error as Error),
  ) {
    this.#announce = announce;
    this.#onError = onError;
  }

  tell(company_id: number): void {
    const quiet = this.#quiet.get(company_id);
    if (quiet) {
      quiet.due = true;
      return;
    }
    this.#say(company_id);
    const timer = setTimeout(() => this.#wake(company_id), QUIET_MS);
    timer.unref();
    this.#quiet.set(company_id, { timer, due: false });
  }

  async close(): Promise<void> {
    for (const [company_id, quiet] of this.#quiet) {
      clearTimeout(quiet.timer);
      if (quiet.due) this.#say(company_id);
    }
    this.#quiet.clear();
    await Promise.all(this.#underway);
  }

  #wake(company_id: number): void {
    const quiet = this.#quiet.get(company_id);
    this.#quiet.delete(company_id);
    if (quiet?.due) this.tell(company_id);
  }

  #say(company_id: number): void {
    const saying = this.#announce(company_id)
      .catch(this.#onError)
      .finally(() => this.#underway.delete(saying));
    this.#underway.add(saying);
  }
}
