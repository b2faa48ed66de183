import type pg from 'pg';
import { findKeepingState, type KeepingState } from '../../features/alarms/server/keeping.repository.ts';
import { inScope, listEnabledCompanies, scopeOfWork } from '../../shared/server/tenancy.ts';
import type { Command } from './admin-values.ts';

function said(company_id: number, state: KeepingState): string {
  const { looked_at, unjudged, set_aside, untold, webhooks_failing } = state;
  return [
    `Company ${company_id}: looked at ${looked_at?.toISOString() ?? 'never'}`,
    ...(unjudged.length > 0
      ? [`  could not be judged: plants ${unjudged.join(', ')} (the log says why)`]
      : []),
    ...(set_aside > 0 ? [`  events of the last 30 days that no program could be told of: ${set_aside}`] : []),
    ...(untold > 0 ? [`  alarms of the last 30 days that a person could not be told of: ${untold}`] : []),
    ...(webhooks_failing > 0 ? [`  webhooks that fail: ${webhooks_failing}`] : []),
  ].join('\n');
}

async function printKeeping(pool: pg.Pool): Promise<void> {
  for (const company_id of await listEnabledCompanies(pool)) {
    const state = await inScope(pool, scopeOfWork(company_id), (tx) => findKeepingState(tx, new Date()));
    if (state) console.log(said(company_id, state));
  }
}

/** What an administrator asks of alarms from the command line: whether they are looked after, and told. */
export const alarmCommands: Readonly<Record<string, Command>> = {
  alarms: { usage: 'alarms', options: {}, run: printKeeping },
};
