import type { Factory } from './canary-ground.ts';

const NOON = '2026-03-15T12:00:00Z';
const NEVER = '2099-01-01T00:00:00Z';

/** One row for each table about alarms, the canary in each of its texts. */
export const ALARM_ROWS: Readonly<Record<string, Factory>> = {
  alarm: ({ company_id, ids, mark }) => ({
    company_id,
    plant_id: ids.plant,
    device_id: ids.device,
    type: 'E',
    code: 'device_silent',
    params: { short_name: mark },
    evidence: evidenceOf(ids.device, mark),
    date: NOON,
  }),
  alarm_event: ({ company_id, ids, mark, user_id }) => ({
    company_id,
    alarm_id: ids.alarm,
    at: NOON,
    kind: 'commented',
    actor_id: user_id,
    note: mark,
    detail: { name: mark },
  }),
  alarm_snooze: ({ company_id, ids, mark, user_id }) => ({
    company_id,
    plant_id: ids.plant,
    starts_at: NOON,
    ends_at: NEVER,
    message: mark,
    created_by: user_id,
  }),
  alarm_rule: ({ company_id, ids, mark, user_id }) => ({
    company_id,
    plant_id: ids.plant,
    device_id: ids.device,
    code: 'device_silent',
    params: { silent_after_polls: 7, [mark]: 1 },
    changed_by: user_id,
  }),
  alarm_evaluation_state: ({ company_id, mark }) => ({
    company_id,
    evaluated_at: NOON,
    state: { [mark]: {} },
    rhythms: { [mark]: [] },
  }),
  alarm_quarter: ({ company_id, ids }) => ({
    company_id,
    device_id: ids.device,
    slot: 0,
    counter: false,
    ended_at: NOON,
    means: [12.5],
    covered: [1],
  }),
  alarm_notification_preference: ({ company_id, user_id }) => ({ company_id, user_id, enabled: false }),
  alarm_notification: ({ company_id, ids, mark, user_id }) => ({
    company_id,
    alarm_id: ids.alarm,
    user_id,
    count: 1,
    ended_at: NOON,
    outcome: mark,
  }),
  webhook: ({ company_id, mark, user_id }) => ({
    company_id,
    name: mark,
    url: `https://${mark}.example.org/hook`,
    sealed_secret: Buffer.from(mark),
    enabled: false,
    created_by: user_id,
  }),
  webhook_delivery: ({ company_id, ids, mark }) => ({
    company_id,
    webhook_id: ids.webhook,
    message_id: '00000000-0000-4000-8000-000000000001',
    event: 'test',
    body: { name: mark },
    state: 'given_up',
    fault: { reason: mark },
  }),
};

function evidenceOf(device_id: number | undefined, mark: string) {
  const of = { device_id, short_name: mark, variable: mark };
  return {
    start: NOON,
    end: NOON,
    series: [{ ...of, role: 'subject' }],
    figures: [{ code: mark, value: 1, limit: 2, unit: mark }],
    readings: [{ ...of, at: NOON, value: 1, unit: mark }],
  };
}
