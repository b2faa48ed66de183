import { AppError, type AppErrorOptions } from '../../../shared/server/errors.ts';
import {
  type CompanyFault,
  FOUNDED_IN_A_DAY,
  INVITED_IN_A_DAY,
  MAX_KEYS,
  MAX_OWNED,
  SENT_IN_A_DAY,
} from '../company-faults.model.ts';

interface Fault {
  kind: 'invalid' | 'forbidden' | 'conflict' | 'limit';
  path: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
}

const FAULTS: Readonly<Record<CompanyFault, Fault>> = {
  too_many_companies: {
    kind: 'conflict',
    path: '',
    message: `You own ${MAX_OWNED} companies already, as many as one person may have`,
    params: { most: MAX_OWNED },
  },
  too_many_founded: {
    kind: 'limit',
    path: '',
    message: `One person creates ${FOUNDED_IN_A_DAY} companies a day at most: go on tomorrow`,
    params: { most: FOUNDED_IN_A_DAY },
  },
  administrators_only: {
    kind: 'forbidden',
    path: 'second_factor_required',
    message: 'Only owners and management decide whether a second factor is demanded',
  },
  readings_administrators_only: {
    kind: 'forbidden',
    path: 'readings_kept_months',
    message: 'Only owners and management decide how long readings are kept',
  },
  own_second_factor_missing: {
    kind: 'conflict',
    path: 'second_factor_required',
    message: 'Switch on your own second factor first: you would lock yourself out',
  },
  logo_type: { kind: 'invalid', path: 'logo', message: 'The logo must be a png, jpg or jpeg file' },
  logo_pixels: { kind: 'invalid', path: 'logo', message: 'The logo has too many pixels' },
  logo_broken: { kind: 'invalid', path: 'logo', message: 'The logo is damaged and cannot be read' },
  higher_rank: {
    kind: 'forbidden',
    path: '',
    message: 'This person stands above you: it takes somebody of their rank',
  },
  role_above: { kind: 'forbidden', path: 'roles', message: 'This role is not yours to grant or take' },
  last_owner: {
    kind: 'conflict',
    path: '',
    message: 'A company keeps at least one owner: name another one first',
  },
  unconfirmed: {
    kind: 'forbidden',
    path: '',
    message: 'Confirm your own email address first',
  },
  already_member: {
    kind: 'conflict',
    path: 'email',
    message: 'Somebody with this address belongs to the company already',
  },
  already_invited: {
    kind: 'conflict',
    path: 'email',
    message: 'This address is invited already: renew or withdraw that invitation',
  },
  invited_just_now: {
    kind: 'limit',
    path: 'email',
    message: 'This address was invited a moment ago: wait a minute',
  },
  too_many_invitations: {
    kind: 'limit',
    path: '',
    message: `A company sends ${INVITED_IN_A_DAY} invitations a day at most: go on tomorrow`,
    params: { most: INVITED_IN_A_DAY },
  },
  too_many_sent: {
    kind: 'limit',
    path: '',
    message: `One person sends ${SENT_IN_A_DAY} invitations a day at most, over all companies: go on tomorrow`,
    params: { most: SENT_IN_A_DAY },
  },
  other_address: {
    kind: 'forbidden',
    path: 'token',
    message:
      'This invitation was sent to another address: sign in with the account of that address, or register with it',
  },
  too_many_keys: {
    kind: 'conflict',
    path: '',
    message: `A company has ${MAX_KEYS} keys at most: revoke one that nobody uses`,
    params: { most: MAX_KEYS },
  },
  expiry_is_past: { kind: 'invalid', path: 'expires_at', message: 'A key must hold for some time yet' },
};

/** A refusal with its sentence and its code; `params` tell what it is about. */
export function refusalOf(
  code: CompanyFault,
  { params: more, ...options }: Pick<AppErrorOptions, 'retryAfter_s'> & Pick<Fault, 'params'> = {},
): AppError {
  const { kind, path, message, params } = FAULTS[code];
  const all = { ...params, ...more };
  const withParams = Object.keys(all).length > 0 ? { params: all } : {};
  return new AppError(kind, message, { ...options, errors: [{ path, message, code, ...withParams }] });
}

/** The words for whoever has no business here, or has none any more. */
export const companyClosed = (): AppError => new AppError('forbidden', 'This company is not open to you');
