import type { TakenTask } from '../../features/cloudcontrol/server/field-task-queue.public.ts';

export type LaneTask = TakenTask & { readonly company_id: number };

/** What waits for one connection: questions take turns, so that a long one does not keep a short one waiting. */
export class Lane {
  readonly key: string;
  readonly #questions = new Map<string, LaneTask[]>();
  #begun = '';

  constructor(key: string) {
    this.key = key;
  }

  add(task: LaneTask): void {
    const tasks = this.#questions.get(task.question_id);
    if (tasks === undefined) this.#questions.set(task.question_id, [task]);
    else tasks.push(task);
  }

  get isEmpty(): boolean {
    return this.#questions.size === 0;
  }

  /** Whose turn it is, and whether another question than before has it; undefined when nobody waits. */
  next(): { task: LaneTask; begins: boolean } | undefined {
    for (const [question, [task, ...others]] of this.#questions) {
      this.#questions.delete(question);
      if (others.length > 0) this.#questions.set(question, others);
      if (task === undefined) continue;
      const begins = this.#begun !== question;
      this.#begun = question;
      return { task, begins };
    }
    return undefined;
  }

  /** Forgets all that waits. */
  drain(): void {
    this.#questions.clear();
  }
}
