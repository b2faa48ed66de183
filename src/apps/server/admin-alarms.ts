import type pg from 'pg';
import {
  type EvaluationStatus,
  findEvaluationStatus,
} from '../../features/alarms/server/evaluation-state.repository.ts';
import { countFailingWebhooks } from '../../features/notifications/server/webhooks.repository.ts';
import { listEnabledCompanies } from '../../shared/server/callers.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import type { Command } from './admin-values.ts';

interface Status extends EvaluationStatus {
  readonly webhooks_failing: number;
}

function statusText(company_id: number, state: Status): string {
  const { evaluated_at, failed_plant_ids, unsent_events, failed_notifications, webhooks_failing } = state;
  return [
    `Company ${company_id}: evaluated at ${evaluated_at?.toISOString() ?? 'never'}`,
    ...(failed_plant_ids.length > 0
      ? [`  could not be evaluated: plants ${failed_plant_ids.join(', ')} (the log says why)`]
      : []),
    ...(unsent_events > 0
      ? [`  events of the last 30 days that could not be queued for webhooks: ${unsent_events}`]
      : []),
    ...(failed_notifications > 0
      ? [`  notifications of the last 30 days that failed: ${failed_notifications}`]
      : []),
    ...(webhooks_failing > 0 ? [`  webhooks that fail: ${webhooks_failing}`] : []),
  ].join('\n');
}

async function printStatus(pool: pg.Pool): Promise<void> {
  for (const company_id of await listEnabledCompanies(pool)) {
    const state = await inScope(pool, scopeOfWork(company_id), async (tx): Promise<Status | undefined> => {
      const found = await findEvaluationStatus(tx, new Date());
      return found && { ...found, webhooks_failing: await countFailingWebhooks(tx) };
    });
    if (state) console.log(statusText(company_id, state));
  }
}

/** What an administrator asks of alarms from the command line: whether they are evaluated, and notified. */
export const alarmCommands: Readonly<Record<string, Command>> = {
  alarms: { usage: 'alarms', options: {}, run: printStatus },
};
