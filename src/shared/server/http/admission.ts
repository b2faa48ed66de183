import type { FastifyRequest } from 'fastify';
import { type AnyCall, isOpenToKeys } from '../../contract/call.ts';
import { allows, CAPABILITIES, type Capability } from '../../contract/capabilities.ts';
import { selectMembership } from '../callers.ts';
import { AppError, unconfirmed } from '../errors.ts';
import { type Caller, type Scope, scopeOfMember } from '../tenancy.ts';
import { isPacked } from './open-bodies.ts';

/** How the server finds out who asks. */
export interface Authenticators {
  /** The caller of a bearer token. @throws AppError unauthenticated */
  callerOf(request: FastifyRequest): Promise<Caller>;
  /** The scope of an API key. @throws AppError unauthenticated, forbidden */
  scopeOfKey(request: FastifyRequest, wanted: 'ingest' | 'read'): Promise<Scope>;
  /** The scope of an API key that reads the company named by id-client; undefined when the bearer is no key. @throws AppError */
  scopeOfReader(request: FastifyRequest): Promise<Scope | undefined>;
  /** The scope that a signed address was made for. @throws AppError not_found, conflict */
  scopeOfAddress(request: FastifyRequest): Promise<Scope>;
  /** The scope of a signed link, in the name of its outside party. @throws AppError not_found, limit */
  scopeOfLink(request: FastifyRequest): Promise<Scope>;
  /** A scope with the owner of its company, by whom turns and budgets are shared out. */
  withOwner(scope: Scope): Promise<Scope>;
}

/** Who makes a call, as far as it asks. */
export interface Admitted {
  caller?: Caller;
  scope?: Scope;
}

/**
 * Who makes a call, and for which company, before anything of its body is read.
 * @throws AppError unauthenticated, forbidden
 */
export async function admit(
  call: AnyCall,
  request: FastifyRequest,
  authenticators: Authenticators,
): Promise<Admitted> {
  if (call.access === 'public') return {};
  if (call.access === 'signed_url') return { scope: await authenticators.scopeOfAddress(request) };
  if (call.access === 'signed_link') return { scope: await authenticators.scopeOfLink(request) };
  if (call.access === 'key:ingest') return { scope: await authenticators.scopeOfKey(request, 'ingest') };
  if (call.access === 'key:read') return { scope: await authenticators.scopeOfKey(request, 'read') };
  const reader = isOpenToKeys(call) ? await authenticators.scopeOfReader(request) : undefined;
  if (reader) return { scope: reader };
  const caller = await authenticators.callerOf(request);
  if (call.access === 'signed_in') {
    assertConfirmed(call, caller);
    return { caller };
  }
  const membership = selectMembership(caller, request.headers['id-client']);
  if (!allows(call.access, membership.roles)) {
    throw new AppError('forbidden', needOf(call.access));
  }
  assertConfirmed(call, caller);
  return { caller, scope: scopeOfMember(caller, membership) };
}

/** @throws AppError forbidden, with a code, where the call wants a confirmed address and the caller's is not */
function assertConfirmed({ confirmed }: AnyCall, caller: Caller): void {
  if (confirmed === 'always' && !caller.confirmed) throw unconfirmed();
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** @throws AppError invalid (415) for what is packed, and for a file of another kind than the call takes */
export function assertType(
  { method, consumes, consumes_also = [], packed }: AnyCall,
  request: FastifyRequest,
): void {
  if (method === 'GET') return;
  // A few bytes could be packed that swell to more than this machine has: only readings are worth the care.
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && !(packed && isPacked(encoding))) {
    const detail = packed
      ? 'Send the body as it is, or packed with gzip'
      : 'Send the body as it is: nothing is unpacked here';
    throw new AppError('invalid', detail, { status: 415 });
  }
  const given = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // A form of any page may send these unasked, and one call takes them.
  if (consumes === 'application/json' && !FORM_TYPES.includes(given)) return;
  const fits = consumes.endsWith('/*') ? given.startsWith(consumes.slice(0, -1)) : given === consumes;
  if (!fits && !consumes_also.includes(given))
    throw new AppError('invalid', `Send this as ${[consumes, ...consumes_also].join(' or ')}`, {
      status: 415,
    });
}

/** What a capability asks for, in a sentence. */
export function needOf(capability: Capability): string {
  const { application, roles } = CAPABILITIES[capability];
  const need = roles.length === 8 ? '' : ` one of the roles ${roles.join(', ')}`;
  if (!application && !need) return 'This needs a role in the company';
  const app = application ? ` the application ${application}` : '';
  return `This needs${[app, need].filter(Boolean).join(' and')} in the company`;
}
