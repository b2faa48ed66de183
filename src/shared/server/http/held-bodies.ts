import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCall } from '../../contract/call.ts';
import type { Caller, Scope } from '../tenancy.ts';
import { addressBlock } from './address.ts';
import { BodyBudget, type Hold } from './body-budget.ts';
import { openAsCalled } from './open-bodies.ts';

/** Bytes of bodies in memory at one time, by what they are: none of these kinds can be kept out by another. */
export interface BodyBudgets {
  /** Readings, unpacked: parsed they take some ten times as much. */
  readonly readings: BodyBudget;
  /** Files and long lists. */
  readonly files: BodyBudget;
  /** Everything else that somebody sends who is known. */
  readonly requests: BodyBudget;
  /** What comes before anybody is known, by address. */
  readonly strangers: BodyBudget;
}

/** One party may hold a quarter, and a quarter is kept for those who hold next to nothing. */
function budgetOf(total: number, share = total / 4): BodyBudget {
  return new BodyBudget({ total, share, reserve: total / 4, floor: total / 64 });
}

export function createBodyBudgets(): BodyBudgets {
  return {
    // Of one delivery the body lies here and the rows made of it: a quarter would refuse what is well within its limits.
    readings: budgetOf(48_000_000, 32_000_000),
    files: budgetOf(160_000_000),
    requests: budgetOf(48_000_000),
    strangers: budgetOf(16_000_000),
  };
}

/** A call that takes more than this takes files. */
const REQUEST_BYTES = 256 * 1024;
/** A body that says that it is no longer than this is counted as a whole before it comes. */
const SMALL_BYTES = 65_536;

interface Sender {
  readonly scope?: Scope;
  readonly caller?: Caller;
}

function holdFor(call: AnyCall, budgets: BodyBudgets, { scope, caller }: Sender, ip: string): Hold {
  if (!scope && !caller) return budgets.strangers.hold(`address ${addressBlock(ip) ?? ''}`);
  const party = scope ?? `user ${caller?.user_id}`;
  if (call.packed) return budgets.readings.hold(party);
  return (call.max_body_bytes ?? 0) > REQUEST_BYTES
    ? budgets.files.hold(party)
    : budgets.requests.hold(party);
}

/** How long a body says that it is; NaN when it does not say. */
function lengthOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN;
  return Number(headers['content-length'] ?? 0);
}

export interface HeldBody {
  readonly payload: Readable;
  readonly hold: Hold;
}

/**
 * Counts a request's body from its first byte until it is answered or its sender gone; undefined for a request without one.
 * @throws AppError as `Hold.add`, here or while the body comes
 */
export function holdBody(
  call: AnyCall,
  budgets: BodyBudgets,
  given: { request: FastifyRequest; reply: FastifyReply; payload: Readable; sender: Sender },
): HeldBody | undefined {
  const { request, reply, payload, sender } = given;
  const length = lengthOf(request);
  if (length === 0 && !call.packed) return undefined;
  const hold = holdFor(call, budgets, sender, request.ip);
  if (call.packed || !(length <= SMALL_BYTES))
    return { payload: openAsCalled(call, { request, reply, payload, hold }), hold };
  reply.raw.once('close', () => hold.end());
  reply.raw.once('finish', () => hold.end());
  hold.add(length);
  hold.arriving(() => request.raw.destroy());
  payload.once('end', () => hold.arrived());
  return { payload, hold };
}
