import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { Company } from './companies.model.ts';

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
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.object({
  name: z.string().trim().min(1).max(120),
  scopes: z.array(z.enum(['ingest', 'read'])).min(1),
  proj_code: ProjCode.nullish(),
  expires_at: Instant.nullish(),
});

export const companiesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/company/',
    summary: "The caller's enabled companies",
    access: 'signed_in',
    ok: z.array(Company),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/company/{id_client}/',
    summary: 'The active company; the path must equal id-client',
    access: 'company.read',
    params: z.object({ id_client: Id }),
    ok: Company,
  }),
  listKeys: call({
    method: 'GET',
    path: '/api/v1/api-keys/',
    summary: 'Keys of devices, gateways and programs; never the keys themselves',
    access: 'company.administer',
    ok: z.array(ApiKey),
  }),
  createKey: call({
    method: 'POST',
    path: '/api/v1/api-keys/',
    summary: 'Makes a key; `key` is shown in this answer only',
    access: 'company.administer',
    body: NewApiKey,
    ok: ApiKey.extend({ key: z.string() }),
    status: 201,
  }),
  revokeKey: call({
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}/',
    summary: 'Revokes a key at once',
    access: 'company.administer',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});
