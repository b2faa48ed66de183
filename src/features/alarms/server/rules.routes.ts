import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import type { alarmRulesCalls } from '../alarm-rules.contract.ts';
import type { PreviewRequest } from './preview.service.ts';
import { pageOfOwnRules, removeRule, rulesOf, setRule, validateRule } from './rules.service.ts';

/** Previews that one person may have at work at one time: the one on screen, and one that was just left. */
const PREVIEWS_OF_ONE = 2;

/** Counts who has how many previews at work. */
class PreviewLimit {
  readonly #running = new Map<number | null, number>();

  async run<T>({ user_id }: Scope, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(user_id) ?? 0;
    if (running >= PREVIEWS_OF_ONE) {
      throw new AppError('limit', 'Two previews of yours are at work: wait for one of them', {
        retryAfter_s: 5,
      });
    }
    this.#running.set(user_id, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(user_id) ?? 1) - 1;
      if (left > 0) this.#running.set(user_id, left);
      else this.#running.delete(user_id);
    }
  }
}

export interface AlarmRulesDeps {
  readonly pool: pg.Pool;
  /** Where stored readings are evaluated again. */
  readonly previews: QueryWorkers<PreviewRequest>;
}

/** Calls about when alarms open and close. */
export function alarmRulesHandlers({ pool, previews }: AlarmRulesDeps): Handlers<typeof alarmRulesCalls> {
  const limit = new PreviewLimit();
  return {
    async preview({ scope, body, gone }) {
      // What is wrong with it is said at once, not behind what others ask.
      await inScope(pool, scope, (tx) => validateRule(tx, body), 'read only');
      return limit.run(scope, async () => new ReadyJson(await previews.ask(scope, body, gone)));
    },
    rules: ({ tx, query }) => rulesOf(tx, query),
    setRule: ({ tx, body }) => setRule(tx, body),
    removeRule: ({ tx, query }) => removeRule(tx, query),
    ownRules: ({ tx, query }) => pageOfOwnRules(tx, query),
  };
}
