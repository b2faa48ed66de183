import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, lineOf, linesOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { auditCalls } from './audit.contract.ts';
import {
  Company,
  CompanyDetails,
  looksLikeTelephone,
  MAX_KEPT_MONTHS,
  MAX_TELEPHONE,
  MIN_KEPT_MONTHS,
} from './companies.model.ts';
import { logoCalls } from './company-logo.contract.ts';
import { companyUserCalls } from './company-users.contract.ts';

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(['ingest', 'read'])),
  proj_code: z.string().nullable(),
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  created_at: Instant,
  /** Whoever made it; null for the program itself. */
  created_by: z.int().nullable(),
  /** Their name; null for the program, and for a removed account. */
  created_by_name: z.string().nullable(),
  /** Whoever made it does not belong to the company any more. */
  created_by_left: z.boolean(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.object({
  name: nameOf(120),
  scopes: z.array(z.enum(['ingest', 'read'])).min(1),
  proj_code: ProjCode.nullish(),
  expires_at: Instant.nullish(),
});

const Name = nameOf(120);
const Slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{1,60}$/, 'may hold small letters, digits and hyphens');
const Texts = {
  description: linesOf(2000).optional(),
  telephone: lineOf(MAX_TELEPHONE)
    .refine(looksLikeTelephone, 'may hold digits, spaces and + ( ) - / . with an extension behind')
    .optional(),
  tag_key: lineOf(40).optional(),
  /** Made from the name where it is left out. */
  company_slug: Slug.optional(),
};
const Own = z.object({ id_client: Id });

/** A device of the company, with where it stands and how it is. */
export const CompanyDevice = z.object({
  id: z.int(),
  short_name: z.string(),
  description: z.string(),
  category: z.string(),
  serial_number: z.string(),
  nominal_power: z.number().nullable(),
  proj_code: z.string(),
  plant_name: z.string(),
  /** Whether its last reading is young enough for its polling: live or silent; never: it has not spoken yet. */
  state: z.enum(['live', 'silent', 'never']),
  last_reading_at: Instant.nullable(),
});
export type CompanyDevice = z.infer<typeof CompanyDevice>;

const companyCalls = {
  list: call({
    method: 'GET',
    path: '/api/v1/company/',
    summary: "The caller's enabled companies",
    topics: ['company'],
    access: 'signed_in',
    ok: z.array(Company),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/company/{id_client}/',
    summary: 'The active company; the path must equal id-client',
    topics: ['company'],
    access: 'company.read',
    params: Own,
    ok: CompanyDetails,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/company/',
    confirmed: 'beyond_first_company',
    summary: 'Creates a company; its creator becomes COMPANY_OWNER with APP_0',
    topics: ['company'],
    access: 'signed_in',
    body: z.object({ name: Name, ...Texts }),
    ok: CompanyDetails,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/company/{id_client}/',
    summary: 'Changes the active company; the path must equal id-client; what is left out stays',
    topics: ['company'],
    access: 'company.manage',
    params: Own,
    body: z.object({
      name: Name.optional(),
      ...Texts,
      /** Only for those who administer the company. */
      second_factor_required: z.boolean().optional(),
      /** Only for those who administer the company; null keeps readings for ever. */
      readings_kept_months: z.int().min(MIN_KEPT_MONTHS).max(MAX_KEPT_MONTHS).nullish(),
      version: Version.optional(),
    }),
    ok: CompanyDetails,
    conflict: CompanyDetails,
  }),
  // spec §4: company deletion is a soft disable
  disable: call({
    method: 'DELETE',
    path: '/api/v1/company/{id_client}/',
    summary: 'Disables the active company: nobody and nothing enters it any more; its data stays',
    topics: [],
    access: 'company.disable',
    params: Own,
    body: z.object({ enabled: z.literal(false) }),
    ok: z.undefined(),
    status: 204,
  }),
  keep: call({
    method: 'POST',
    path: '/api/v1/company/{id_client}/keep/',
    summary:
      'Its owner keeps a company that was made before their address was proved; who does not, disables it',
    topics: ['company'],
    access: 'company.disable',
    params: Own,
    ok: z.undefined(),
    status: 204,
  }),
  listDevices: call({
    method: 'GET',
    path: '/api/v1/company-device/',
    summary: "The company's devices over all plants that the user may see, with plant and state",
    topics: ['devices'],
    access: 'asset.read',
    ok: z.array(CompanyDevice),
  }),
  getDevice: call({
    method: 'GET',
    path: '/api/v1/company-device/{id}/',
    summary: 'One of them',
    topics: ['devices'],
    access: 'asset.read',
    params: z.object({ id: Id }),
    ok: CompanyDevice,
  }),
};

const keyCalls = {
  listKeys: call({
    method: 'GET',
    path: '/api/v1/api-keys/',
    summary: 'Keys of devices, gateways and programs; never the keys themselves',
    topics: ['api_keys'],
    access: 'company.administer',
    ok: z.array(ApiKey),
  }),
  createKey: call({
    method: 'POST',
    path: '/api/v1/api-keys/',
    confirmed: 'always',
    summary: 'Makes a key; `key` is shown in this answer only',
    topics: ['api_keys'],
    access: 'company.administer',
    body: NewApiKey,
    ok: ApiKey.extend({ key: z.string() }),
    status: 201,
  }),
  revokeKey: call({
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}/',
    summary: 'Revokes a key at once',
    topics: ['api_keys'],
    access: 'company.administer',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
};

export const companiesCalls = area({
  ...companyCalls,
  ...logoCalls,
  ...companyUserCalls,
  ...keyCalls,
  ...auditCalls,
});
