import { z } from 'zod';
import { call } from '../../shared/contract/call.ts';
import { ROLES } from '../../shared/contract/capabilities.ts';
import { Id, Instant, lineOf, Version } from '../../shared/contract/fields.ts';
import { whereMissing } from '../../shared/contract/input-faults.ts';
import { MadeThing, Revoke } from '../../shared/contract/made-things.ts';
import { INSERT } from '../identity/identity.model.ts';

const Roles = z.array(z.enum(ROLES)).min(1, 'required').max(ROLES.length);
/** Ids of plants as strings. // spec §3 */
const RelatedPlants = z.array(z.string().regex(/^[1-9]\d{0,15}$/, 'must be the id of a plant')).max(5000);
const PersonName = lineOf(80);
const Email = z
  .string(whereMissing(INSERT.email))
  .trim()
  .min(1, INSERT.email)
  .max(254)
  .pipe(z.email('is no email address'));
const Token = z.string().min(1).max(200);

// spec §3: Company user
export const CompanyUser = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  /** The plants that the user is named for; roles that see every plant are not narrowed by it. */
  related_plants: z.array(z.string()),
  roles: z.array(z.enum(ROLES)),
  email: z.string(),
  /** Content hash of the picture, or null. */
  avatar: z.string().nullable(),
  second_factor: z.boolean(),
  /** Their last use of the portal, in any company, or null. */
  last_used_at: Instant.nullable(),
  created_at: Instant,
  version: z.int(),
});
export type CompanyUser = z.infer<typeof CompanyUser>;

export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  roles: z.array(z.enum(ROLES)),
  related_plants: z.array(z.string()),
  language: z.enum(['it', 'en']),
  sent_at: Instant,
  expires_at: Instant,
  expired: z.boolean(),
  version: z.int(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The link as well: who invites may hand it over, for instance where no mail is sent. */
const InvitationWithLink = Invitation.extend({ link: z.string() });

/** A plant that people can be named for; its id as related_plants carries it. */
export const CompanyPlant = z.object({ id: z.string(), proj_code: z.string(), name: z.string() });
export type CompanyPlant = z.infer<typeof CompanyPlant>;

const Colleague = z.object({ id: z.int(), name: z.string(), avatar: z.string().nullable() });

export const companyUserCalls = {
  listUsers: call({
    method: 'GET',
    path: '/api/v1/company-user/',
    list: 'users',
    summary: "The company's users; filters by text, role and plant",
    topics: ['users'],
    access: 'company.manage',
    query: z.object({
      search: z.string().max(200).optional(),
      role: z.enum(ROLES).optional(),
      plant_id: Id.optional(),
    }),
    ok: z.array(CompanyUser),
  }),
  getUser: call({
    method: 'GET',
    path: '/api/v1/company-user/{id}/',
    summary: 'One user of the company',
    topics: ['users'],
    access: 'company.manage',
    params: z.object({ id: Id }),
    ok: CompanyUser,
  }),
  inviteUser: call({
    method: 'POST',
    path: '/api/v1/company-user/',
    summary: 'Invites by email: an existing account joins by the link, a new one registers through it',
    topics: ['users'],
    access: 'company.manage',
    body: z.object({
      email: Email,
      first_name: PersonName,
      last_name: PersonName,
      roles: Roles,
      related_plants: RelatedPlants.default([]),
      language: z.enum(['it', 'en']).optional(),
    }),
    ok: InvitationWithLink,
    status: 201,
  }),
  updateUser: call({
    method: 'PUT',
    path: '/api/v1/company-user/{id}/',
    summary: 'Changes name, roles and plants of a user in this company; what is left out stays',
    topics: ['users', 'api_keys', 'mqtt', 'webhooks', 'charts'],
    access: 'company.manage',
    params: z.object({ id: Id }),
    body: z.object({
      first_name: PersonName.optional(),
      last_name: PersonName.optional(),
      roles: Roles.optional(),
      related_plants: RelatedPlants.optional(),
      version: Version.optional(),
      /** What of theirs ends with it, as `listMade` has it. */
      revoke: Revoke.optional(),
    }),
    ok: CompanyUser,
    conflict: CompanyUser,
  }),
  listMade: call({
    method: 'GET',
    path: '/api/v1/company-user/{id}/made/',
    summary:
      'What a user made that goes on without them: keys, credentials, webhooks, invitations, shared charts, reports sent by mail',
    topics: ['api_keys', 'mqtt', 'webhooks', 'charts', 'report_schedules'],
    access: 'company.manage',
    params: z.object({ id: Id }),
    ok: z.array(MadeThing),
  }),
  listColleagues: call({
    method: 'GET',
    path: '/api/v1/colleagues/',
    summary: 'Names and pictures of the people of the company, for everybody in it',
    topics: ['users'],
    access: 'company.read',
    ok: z.array(Colleague),
  }),
  // Whoever names plants for others may not open the applications that list them. // spec §6
  listCompanyPlants: call({
    method: 'GET',
    path: '/api/v1/company-plant/',
    summary: "Names of the company's plants, for those who say who sees which",
    topics: ['plants'],
    access: 'company.manage',
    ok: z.array(CompanyPlant),
  }),
  listInvitations: call({
    method: 'GET',
    path: '/api/v1/invitations/',
    summary: 'Invitations that wait, those that ran out among them',
    topics: ['users'],
    access: 'company.manage',
    ok: z.array(Invitation),
  }),
  renewInvitation: call({
    method: 'PUT',
    path: '/api/v1/invitations/{id}/',
    summary: 'Invites again: a new link for another seven days; the old one ends',
    topics: ['users'],
    access: 'company.manage',
    params: z.object({ id: Id }),
    ok: InvitationWithLink,
  }),
  withdrawInvitation: call({
    method: 'DELETE',
    path: '/api/v1/invitations/{id}/',
    summary: 'Withdraws an invitation; its link ends',
    topics: ['users'],
    access: 'company.manage',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
  findInvitation: call({
    method: 'POST',
    path: '/user/v1/invitations/find/',
    summary: "What a mailed invitation is about: the company's name, and for which address",
    topics: [],
    access: 'public',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    ok: z.object({
      company: z.string(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      roles: z.array(z.enum(ROLES)),
      invited_by: z.string(),
      expires_at: Instant,
      /** Whether the address has an account, which signs in instead of registering; told to the mailed link alone. */
      registered: z.boolean(),
    }),
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/user/v1/invitations/accept/',
    summary: "Joins the company of a mailed invitation with the caller's account",
    topics: [],
    access: 'signed_in',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    ok: z.object({ id_client: z.int() }),
  }),
};
