import type { SecureContextOptions } from 'node:tls';
import type pg from 'pg';
import type { NetworkReach } from '../../../shared/server/endpoints/reach.ts';
import { NotReached, requestGuarded } from '../../../shared/server/guarded-request.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { retryAt, type WebhookFault } from '../webhook.model.ts';
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  claimDelivery,
  saveOutcome,
} from './webhook-deliveries.repository.ts';
import { type FailingDeps, noteHealth } from './webhook-failing.ts';
import { signedHeaders } from './webhook-signature.ts';
import { openSecret } from './webhooks.service.ts';

export interface SenderDeps extends FailingDeps {
  readonly pool: pg.Pool;
  /** What a company's webhooks may connect to. */
  readonly reach: (company_id: number) => NetworkReach;
  /** Secrets rest sealed with it. */
  readonly key: Uint8Array;
  readonly random: () => number;
  /** What TLS trusts; by default what Node trusts. */
  readonly tls?: SecureContextOptions | undefined;
  readonly within_ms?: number | undefined;
}

const WITHIN_MS = 10_000;
/** Only an answer's status counts. */
const MAX_ANSWER_BYTES = 8192;
/** Longer than an attempt: a message whose instance died is taken by another after it. */
const LEASE_MS = 30_000;
/** A turn of one webhook is so many messages in a row, and begins none after so long, so that the others have theirs. */
const MAX_MESSAGES_IN_A_ROW = 100;
const TURN_MS = 10_000;

/**
 * A turn of one webhook: sends what is due, one message after the other, until one fails; nothing is held in the database
 * meanwhile.
 */
export async function sendDue(deps: SenderDeps, company_id: number, webhook_id: number): Promise<void> {
  const scope = scopeOfWork(company_id);
  const ends = performance.now() + TURN_MS;
  for (let i = 0; i < MAX_MESSAGES_IN_A_ROW && performance.now() < ends; i++) {
    const now = new Date(deps.clock());
    const message = await inScope(deps.pool, scope, (tx) =>
      claimDelivery(tx, webhook_id, { now, lease_ms: LEASE_MS }),
    );
    if (!message) return;
    const outcome = await attempt(deps, scope, webhook_id, message);
    await inScope(deps.pool, scope, async (tx) => {
      await saveOutcome(tx, message, outcome);
      await noteHealth(tx, deps, { ...message, webhook_id, delivered: outcome.fault === null });
      await notifyTopics(tx, ['webhooks']);
    });
    if (outcome.fault) return;
  }
}

async function attempt(
  deps: SenderDeps,
  { company_id }: Scope,
  webhook_id: number,
  message: ClaimedDelivery,
): Promise<AttemptOutcome> {
  const began = performance.now();
  const { status, fault } = await post(deps, { company_id, webhook_id }, message);
  const duration_ms = Math.round(performance.now() - began);
  if (!fault) return { state: 'delivered', next_at: null, status, fault: null, duration_ms };
  const next = FINAL.includes(fault.code)
    ? undefined
    : retryAt(message.attempts, deps.clock(), deps.random());
  const next_at = next === undefined ? null : new Date(next);
  return { state: next_at ? 'waiting' : 'given_up', next_at, status, fault, duration_ms };
}

/** 410: the receiver says that it wants nothing more of this. Without its secret nothing can be sent at all. */
const FINAL: readonly WebhookFault['code'][] = ['gone', 'secret_lost'];

function secretOf(
  { key, log }: SenderDeps,
  { company_id, webhook_id }: { company_id: number; webhook_id: number },
  { sealed_secret }: ClaimedDelivery,
): string | undefined {
  try {
    return openSecret(key, company_id, webhook_id, sealed_secret);
  } catch (err) {
    log.warn({ err, company_id, webhook_id }, "a webhook's secret could not be opened");
    return undefined;
  }
}

interface Answer {
  status: number | null;
  fault: WebhookFault | null;
}

async function post(
  deps: SenderDeps,
  { company_id, webhook_id }: { company_id: number; webhook_id: number },
  message: ClaimedDelivery,
): Promise<Answer> {
  const body = JSON.stringify(message.body);
  const secret = secretOf(deps, { company_id, webhook_id }, message);
  // After a restore with another key: nothing that is sent would be believed.
  if (secret === undefined) return { status: null, fault: { code: 'secret_lost', params: {} } };
  const signed = signedHeaders(secret, { id: message.message_id, at: new Date(deps.clock()), body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Meridiana-Webhooks', ...signed };
  const { reach, tls, within_ms = WITHIN_MS } = deps;
  try {
    const { status } = await requestGuarded({
      method: 'POST',
      url: message.url,
      headers,
      body,
      reach: reach(company_id),
      max_bytes: MAX_ANSWER_BYTES,
      within_ms,
      ...(tls ? { tls } : {}),
    });
    if (status >= 200 && status < 300) return { status, fault: null };
    return { status, fault: { code: status === 410 ? 'gone' : 'status', params: { status } } };
  } catch (error) {
    if (error instanceof NotReached)
      return { status: null, fault: { code: error.code, params: error.params } };
    deps.log.warn({ err: error, company_id, webhook_id }, 'a webhook could not be sent to');
    return { status: null, fault: { code: 'broken', params: { reason: 'unknown' } } };
  }
}
