import { AppError } from '../../../shared/server/errors.ts';
import type { AccountFault } from '../identity.model.ts';
import { MIN_PASSWORD } from '../identity.model.ts';

const SENTENCES: Readonly<Record<AccountFault, string>> = {
  // spec §5: password confirmation
  password_confirm: 'The password and its confirm are not the same',
  password_short: `A password has at least ${MIN_PASSWORD} characters`,
  password_common: 'This password is one of those that are tried first',
  password_personal: 'This password is made of your own name or address',
  password_wrong: 'This is not your current password',
  password_needed: 'Insert password',
  code_wrong: 'This code does not hold',
  account_disabled:
    'This account is disabled, because nobody confirmed its address: follow the link that was mailed, or choose a new password by mail',
  // spec §7: registration of a known address
  email_taken: 'A user with this credentials already exist',
  email_unavailable: 'This address cannot be used',
  link_invalid: 'This link does not hold any more: ask for a new one',
  too_many_links: 'Enough links were sent to this account: look for them, or try again in an hour',
  invitation_needed: 'An account is made by invitation only',
  invitation_invalid: 'This invitation does not hold any more',
  invitation_email: 'This invitation was made for another address',
  // spec §5: avatar upload types
  avatar_type: 'The picture must be a png, jpg or jpeg file',
  avatar_pixels: 'The picture has too many pixels',
  avatar_broken: 'The picture is damaged and cannot be read',
};

/** The code of a field's fault with its sentence, as an answer carries it. */
export function faultAt(path: string, code: AccountFault) {
  const params = code === 'password_short' ? { params: { least: MIN_PASSWORD } } : {};
  return { path, code, message: SENTENCES[code], ...params };
}

/** A refusal of one field, in its own sentence; 400 unless another kind is named. */
export function refuseAccount(
  path: string,
  code: AccountFault,
  kind: 'invalid' | 'unauthenticated' | 'forbidden' | 'conflict' = 'invalid',
): AppError {
  return new AppError(kind, SENTENCES[code], { errors: [faultAt(path, code)] });
}
