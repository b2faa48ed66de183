import { inTransaction } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { seal, unseal } from '../../../shared/server/sealed.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { type Db, lockAccount } from './identity.repository.ts';
import { ownAccount, provePassword, withinTries } from './own-proof.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';
import { refuseAccount } from './refusals.ts';
import {
  beginSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from './second-factor.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';
import { enrolment, newSecret, stepOfCode } from './totp.ts';

const ownerOf = (user_id: number): string => `second factor of ${user_id}`;
const wrongCode = (): AppError => refuseAccount('code', 'code_wrong');
const alreadyOn = (): AppError =>
  new AppError('conflict', 'The second factor is switched on already: switch it off first');

type Codes = Pick<IdentityDeps, 'pool' | 'keys' | 'now' | 'log'>;

/** The step that six digits stand for; undefined when they do not hold, or the secret was sealed with a key that is gone. */
function stepOf(
  { keys, now, log }: Codes,
  user_id: number,
  sealed: Buffer,
  code: string,
): number | undefined {
  try {
    return stepOfCode(unseal(keys.factor, sealed, ownerOf(user_id)), code.replace(/\s/g, ''), now());
  } catch (err) {
    log.warn({ err, user_id }, 'a second factor cannot be read: was SECRET_KEY changed?');
    return undefined;
  }
}

/**
 * Spends a code of an account whose second factor is on: six digits of the authenticator, each step once, or a recovery
 * code, each once. Answers which it was; undefined when it does not hold.
 */
export async function spendCode(
  deps: Codes,
  user_id: number,
  code: string,
): Promise<'totp' | 'recovery_code' | undefined> {
  const { pool, keys } = deps;
  if (!/^(\s*\d){6}\s*$/.test(code)) {
    const used = await spendRecoveryCode(pool, user_id, recoveryDigest(keys.factor, user_id, code));
    return used ? 'recovery_code' : undefined;
  }
  const factor = await findSecondFactor(pool, user_id);
  const step = factor?.enabled ? stepOf(deps, user_id, factor.sealed_secret, code) : undefined;
  return step !== undefined && (await spendStep(pool, user_id, step)) ? 'totp' : undefined;
}

/** Makes a secret for the caller's authenticator. @throws AppError invalid, conflict when the second factor is on */
export async function begin(
  deps: IdentityDeps,
  caller: Caller,
  current_password: string,
): Promise<{ secret: string; otpauth_uri: string }> {
  const account = await ownAccount(deps, caller);
  await provePassword(deps, caller, account, current_password);
  const secret = newSecret();
  const sealed = seal(deps.keys.factor, secret, ownerOf(account.id));
  if (!(await beginSecondFactor(deps.pool, account.id, sealed))) throw alreadyOn();
  return enrolment(secret, { issuer: deps.mailer.providerName, label: account.email });
}

async function renewCodes(db: Db, { keys }: IdentityDeps, user_id: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const digests = codes.map((code) => recoveryDigest(keys.factor, user_id, code));
  await replaceRecoveryCodes(db, user_id, digests);
  return codes;
}

/** Switches the begun second factor on; every session but the caller's ends. */
export async function enable(deps: IdentityDeps, caller: Caller, code: string): Promise<string[]> {
  const { user_id, session_id, address, memberships } = caller;
  const factor = await findSecondFactor(deps.pool, user_id);
  if (factor?.enabled) throw alreadyOn();
  const prove = async (): Promise<number> => {
    const found = factor && stepOf(deps, user_id, factor.sealed_secret, code);
    if (found === undefined) throw wrongCode();
    return found;
  };
  const step = await withinTries(deps, caller, { step: 'code', prove });
  return inTransaction(deps.pool, async (client) => {
    // Who is just signing in with the password alone is waited for, and then ended like the others.
    await lockAccount(client, user_id);
    const sealed_secret = factor?.sealed_secret ?? Buffer.alloc(0);
    if (!(await enableSecondFactor(client, user_id, { sealed_secret, step }))) throw wrongCode();
    const codes = await renewCodes(client, deps, user_id);
    await endSessionsOf(client, user_id, { reason: 'the second factor was switched on', but: session_id });
    await recordPersonalAction(client, memberships, { action: 'second_factor.enabled', user_id, address });
    return codes;
  });
}

async function proveCode(deps: IdentityDeps, caller: Caller, code: string): Promise<void> {
  const prove = async (): Promise<void> => {
    if (!(await spendCode(deps, caller.user_id, code))) throw wrongCode();
  };
  await withinTries(deps, caller, { step: 'code', prove });
}

/** Switches the second factor off; companies that demand it are closed to the user from now on. */
export async function disable(
  deps: IdentityDeps,
  caller: Caller,
  given: { current_password: string; code: string },
): Promise<void> {
  const { user_id, address, memberships } = caller;
  await provePassword(deps, caller, await ownAccount(deps, caller), given.current_password);
  await proveCode(deps, caller, given.code);
  await inTransaction(deps.pool, async (client) => {
    await removeSecondFactor(client, user_id);
    await recordPersonalAction(client, memberships, { action: 'second_factor.disabled', user_id, address });
  });
}

/** New recovery codes in place of the old ones. */
export async function renew(deps: IdentityDeps, caller: Caller, code: string): Promise<string[]> {
  const { user_id, address, memberships } = caller;
  await proveCode(deps, caller, code);
  return inTransaction(deps.pool, async (client) => {
    const codes = await renewCodes(client, deps, user_id);
    await recordPersonalAction(client, memberships, {
      action: 'second_factor.codes_renewed',
      user_id,
      address,
    });
    return codes;
  });
}
