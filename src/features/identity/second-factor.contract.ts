import { z } from 'zod';
import { call } from '../../shared/contract/call.ts';
import { whereMissing } from '../../shared/contract/input-faults.ts';
import { INSERT } from './identity.model.ts';
import { Code } from './sign-in.contract.ts';

const Password = z.string(whereMissing(INSERT.password)).min(1, INSERT.password).max(1024);
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactorCalls = {
  beginSecondFactor: call({
    method: 'POST',
    path: '/user/v1/second-factor/',
    summary:
      'Begins to switch the second factor on: the secret for an authenticator, nothing is demanded yet',
    topics: [],
    access: 'signed_in',
    // Whoever registers somebody else's address must not lock its owner out.
    confirmed: 'always',
    rate: 'sign_in',
    body: z.object({ current_password: Password }),
    ok: z.object({ secret: z.string(), otpauth_uri: z.string() }),
  }),
  enableSecondFactor: call({
    method: 'PUT',
    path: '/user/v1/second-factor/',
    summary:
      'Switches it on with a first code; other sessions end, and the recovery codes are shown this once',
    topics: ['account'],
    access: 'signed_in',
    confirmed: 'always',
    rate: 'sign_in',
    body: z.object({ code: Code }),
    ok: RecoveryCodes,
  }),
  disableSecondFactor: call({
    method: 'DELETE',
    path: '/user/v1/second-factor/',
    summary: 'Switches it off; asks for the password and a code',
    topics: ['account'],
    access: 'signed_in',
    rate: 'sign_in',
    body: z.object({ current_password: Password, code: Code }),
    ok: z.undefined(),
    status: 204,
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/user/v1/second-factor/recovery-codes/',
    summary: 'New recovery codes in place of the old ones; asks for a code',
    topics: ['account'],
    access: 'signed_in',
    rate: 'sign_in',
    body: z.object({ code: Code }),
    ok: RecoveryCodes,
  }),
};
