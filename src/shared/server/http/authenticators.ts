import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findCaller, KEY_PREFIX, scopeOfKey, selectCompany } from '../callers.ts';
import { CompanyOwners } from '../company-owners.repository.ts';
import { AppError } from '../errors.ts';
import type { Scope } from '../tenancy.ts';
import { type TokenKeys, verifyAccess } from '../tokens.ts';
import { plainAddress } from './address.ts';
import type { Authenticators } from './admission.ts';

/** What readings come with: as InfluxDB's clients send a key, `Token` is another word for `Bearer`. */
const KEY_SCHEMES = ['bearer', 'token'];

function bearer(request: FastifyRequest, schemes: readonly string[] = ['bearer']): string {
  const header = request.headers.authorization ?? '';
  const [scheme = '', token, more] = header.split(' ');
  if (!token || more !== undefined || !schemes.includes(scheme.toLowerCase())) {
    throw new AppError('unauthenticated', 'Send Authorization: Bearer with a token');
  }
  return token;
}

interface AuthenticatorDeps {
  pool: pg.Pool;
  keys: TokenKeys;
  now: () => Date;
}

/** Who asks: users by access token and a session that still lives, devices and programs by key. */
export function createAuthenticators(
  deps: AuthenticatorDeps,
): Omit<Authenticators, 'scopeOfAddress' | 'scopeOfLink'> {
  const scopeOf = async (key: string, wanted: 'ingest' | 'read'): Promise<Scope> => {
    const found = await scopeOfKey(deps.pool, key, wanted);
    if (!found) throw new AppError('unauthenticated', 'This key is unknown, revoked or expired');
    return found;
  };
  const owners = new CompanyOwners(deps.pool);
  return {
    withOwner: (scope) => owners.into(scope),
    async callerOf(request) {
      const claims = await verifyAccess(deps.keys, bearer(request), deps.now());
      const caller = await findCaller(deps.pool, claims.session_id, plainAddress(request.ip));
      if (caller?.user_id !== claims.user_id) {
        throw new AppError('unauthenticated', 'Sign in again: this session ended');
      }
      return caller;
    },
    scopeOfKey: async (request, wanted) =>
      scopeOf(bearer(request, wanted === 'ingest' ? KEY_SCHEMES : undefined), wanted),
    async scopeOfReader(request) {
      const key = bearer(request);
      if (!key.startsWith(KEY_PREFIX)) return undefined;
      const scope = await scopeOf(key, 'read');
      selectCompany([scope.company_id], request.headers['id-client']);
      return scope;
    },
  };
}
