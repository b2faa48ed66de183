import { z } from 'zod';
import { call } from '../../shared/contract/call.ts';
import { Id, Instant, nameOf, Version } from '../../shared/contract/fields.ts';
import { whereMissing } from '../../shared/contract/input-faults.ts';
import { Revoke } from '../../shared/contract/made-things.ts';
import { INSERT, MIN_PASSWORD } from './identity.model.ts';
import { User } from './user.model.ts';

const Language = z.enum(['it', 'en']);
const Email = z
  .string(whereMissing(INSERT.email))
  .trim()
  .min(1, INSERT.email)
  .max(254)
  .pipe(z.email('is no email address'));
const Password = z.string(whereMissing(INSERT.password)).min(1, INSERT.password).max(1024);
/** Whether it is long enough and not among the commonest is judged with the person's own words in mind. */
const NewPassword = Password.describe(`at least ${MIN_PASSWORD} characters, none of the commonest`);
const Name = nameOf(120);
/** An opaque token from a mailed link. */
export const LinkToken = z.string().min(1).max(200);
/** A file as it comes in; the browser hands over a Blob. */
const Bytes = z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array);
const Said = z.object({ detail: z.string() });
const OwnId = z.object({ id: Id });

export const Session = z.object({
  id: z.int(),
  /** As the browser names itself; empty for a program that does not. */
  user_agent: z.string(),
  address: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  /** Whether this call came from it. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const accountCalls = {
  register: call({
    method: 'POST',
    path: '/user/v1/register/',
    summary: "Makes an account; the token of an invitation's link also joins its company",
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: z.object({
      name: Name,
      email: Email,
      password: NewPassword,
      // spec §5: 'The password and its confirm are not the same'
      password_confirm: z.string().optional(),
      language: Language.optional(),
      invitation: LinkToken.optional(),
    }),
    ok: Said,
    status: 201,
  }),
  recover: call({
    method: 'POST',
    path: '/user/v1/recover/',
    summary: 'Mails a link to choose a new password; answers the same whether the address is known or not',
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: z.object({ email: Email, language: Language.optional() }),
    ok: Said,
  }),
  findRecovery: call({
    method: 'POST',
    path: '/user/v1/recover/find/',
    summary: 'Whether the token of a mailed link still opens the choice of a new password; it is not used up',
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: z.object({ token: LinkToken }),
    ok: z.undefined(),
    status: 204,
  }),
  confirmRecovery: call({
    method: 'POST',
    path: '/user/v1/recover/confirm/',
    summary: 'Chooses a new password with the token of a mailed link, good once and for 30 minutes',
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: z.object({ token: LinkToken, password: NewPassword, password_confirm: z.string().optional() }),
    ok: Said,
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/user/v1/email/confirm/',
    summary:
      "Confirms an address, at registration or after a change, with the token of a mailed link; the first one also asks for the account's password",
    topics: ['account'],
    access: 'public',
    rate: 'sign_in',
    body: z.object({ token: LinkToken, password: Password.optional() }),
    ok: z.object({ email: z.string() }),
  }),
  sendConfirmation: call({
    method: 'POST',
    path: '/user/v1/user-info/{id}/confirmation/',
    summary: 'Mails the link that confirms the address once more',
    topics: [],
    access: 'signed_in',
    rate: 'sign_in',
    params: OwnId,
    ok: Said,
  }),
  updateUser: call({
    method: 'PUT',
    path: '/user/v1/user-info/{id}/',
    summary:
      'Changes name, language, appearance, password or address; the last two ask for the current password, and an address changes once its link was followed',
    topics: ['account', 'sessions'],
    access: 'signed_in',
    params: OwnId,
    body: z.object({
      name: Name.optional(),
      language: Language.optional(),
      color_scheme: z.enum(['auto', 'light', 'dark']).optional(),
      email: Email.optional().describe("the account's own changes nothing"),
      pending_email: z
        .string()
        .max(254)
        .nullish()
        .describe('null: the address that waits for its link is given up; an address changes nothing'),
      password: NewPassword.optional(),
      password_confirm: z.string().optional(),
      current_password: z.string().max(1024).optional(),
      version: Version.optional(),
    }),
    ok: User,
    conflict: User,
  }),
  putAvatar: call({
    method: 'PUT',
    path: '/user/v1/user-info/{id}/avatar/',
    confirmed: 'always',
    summary: 'Takes a picture (png, jpg or jpeg, by its content), cuts it square and keeps it small',
    topics: ['account'],
    access: 'signed_in',
    params: OwnId,
    consumes: 'image/*',
    body: Bytes,
    max_body_bytes: 10 * 1024 * 1024,
    ok: User,
  }),
  removeAvatar: call({
    method: 'DELETE',
    path: '/user/v1/user-info/{id}/avatar/',
    summary: 'Removes the picture',
    topics: ['account'],
    access: 'signed_in',
    params: OwnId,
    ok: z.undefined(),
    status: 204,
  }),
  getAvatar: call({
    method: 'GET',
    path: '/user/v1/avatars/{digest}/',
    summary: 'A picture, for its owner and their colleagues',
    topics: ['pictures'],
    access: 'signed_in',
    params: z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits') }),
    ok: z.instanceof(Blob),
    produces: 'image/webp',
  }),
  listSessions: call({
    method: 'GET',
    path: '/user/v1/sessions/',
    summary: "The caller's own open sessions, the latest used first",
    topics: ['sessions'],
    access: 'signed_in',
    ok: z.array(Session),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/user/v1/sessions/{id}/',
    summary: 'Ends one of the own sessions',
    topics: ['sessions'],
    access: 'signed_in',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
  endSessions: call({
    method: 'DELETE',
    path: '/user/v1/sessions/',
    summary: 'Signs out everywhere, here too',
    topics: ['sessions'],
    access: 'signed_in',
    ok: z.undefined(),
    status: 204,
  }),
  downloadData: call({
    method: 'GET',
    path: '/user/v1/user-info/{id}/data/',
    summary: 'All that is kept of the caller as a person, as one JSON document',
    topics: ['account'],
    access: 'signed_in',
    params: OwnId,
    ok: z.record(z.string(), z.unknown()),
  }),
  removeUser: call({
    method: 'DELETE',
    path: '/user/v1/user-info/{id}/',
    summary: 'Removes the account; companies keep their records without the name',
    topics: [],
    access: 'signed_in',
    rate: 'sign_in',
    params: OwnId,
    body: z.object({ current_password: Password }),
    ok: z.undefined(),
    status: 204,
  }),
  // spec §7: dismiss company user
  dismiss: call({
    method: 'PUT',
    path: '/user/v1/user/dismissing/{id}/',
    summary: 'Takes a user out of the active company; with them ends what is named of what they made',
    topics: ['users', 'api_keys', 'mqtt', 'webhooks', 'charts'],
    access: 'company.manage',
    params: OwnId,
    body: z.object({ revoke: Revoke.optional() }),
    ok: z.undefined(),
    status: 204,
  }),
};
