import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, lineOf, nameOf, Version } from '../../shared/contract/fields.ts';
import { MAX_CHECKS, PhoneNumber } from './maintenance-requests.contract.ts';

export const MAX_FIRMS = 500;
export const MAX_TEMPLATES = 200;

const MailAddress = lineOf(254).refine(
  (text) => text === '' || z.email().safeParse(text).success,
  'must be a mail address',
);

/** A firm that works for the company without an account of it. */
export const OutsideFirm = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().describe('in international form; empty where none is known'),
  language: z.enum(['it', 'en']),
  retired: z.boolean().describe('no new request is assigned to it'),
  version: z.int(),
});
export type OutsideFirm = z.infer<typeof OutsideFirm>;

const firm = {
  name: nameOf(120),
  email: MailAddress,
  phone: PhoneNumber,
  language: z.enum(['it', 'en']),
  retired: z.boolean(),
};
export const NewOutsideFirm = z.object({
  name: firm.name,
  email: firm.email.default(''),
  phone: firm.phone.default(''),
  language: firm.language.default('it'),
});

/** A list of what is to be done, by which requests begin. */
export const ChecklistTemplate = z.object({
  id: z.int(),
  name: z.string(),
  items: z.array(z.string()),
  version: z.int(),
});
export type ChecklistTemplate = z.infer<typeof ChecklistTemplate>;
const template = { name: nameOf(60), items: z.array(nameOf(200)).min(1, 'required').max(MAX_CHECKS) };
export const NewChecklistTemplate = z.object(template);

const byId = { params: z.object({ id: Id }) };
const nothing = { ok: z.undefined(), status: 204 };

/** Outside firms. */
const firms = { topics: ['outside_firms'], access: 'records.write' } as const;
export const outsideFirmsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/outside-firms/',
    list: 'outside-firms',
    summary: 'The outside firms of the company, by name',
    topics: ['outside_firms'],
    access: 'asset.read',
    ok: z.array(OutsideFirm),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/outside-firms/',
    summary: 'Adds an outside firm',
    ...firms,
    body: NewOutsideFirm,
    ok: OutsideFirm,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/outside-firms/{id}/',
    summary: 'Changes an outside firm, or retires it; a stale version is a conflict',
    ...firms,
    ...byId,
    body: z.object(firm).partial().extend({ version: Version.optional() }),
    ok: OutsideFirm,
    conflict: OutsideFirm,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/outside-firms/{id}/',
    summary: 'Deletes an outside firm that no request names; others are retired',
    ...firms,
    ...byId,
    ...nothing,
  }),
});

/** Lists by which requests begin. */
const templates = { topics: ['checklist_templates'], access: 'records.write' } as const;
export const checklistTemplatesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/checklist-templates/',
    summary: 'Checklists by which requests begin, by name',
    topics: ['checklist_templates'],
    access: 'asset.read',
    ok: z.array(ChecklistTemplate),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/checklist-templates/',
    summary: 'Adds a checklist',
    ...templates,
    body: NewChecklistTemplate,
    ok: ChecklistTemplate,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/checklist-templates/{id}/',
    summary: 'Changes a checklist; requests that began by it keep theirs; a stale version is a conflict',
    ...templates,
    ...byId,
    body: z.object(template).partial().extend({ version: Version.optional() }),
    ok: ChecklistTemplate,
    conflict: ChecklistTemplate,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/checklist-templates/{id}/',
    summary: 'Deletes a checklist; requests that began by it keep theirs',
    ...templates,
    ...byId,
    ...nothing,
  }),
});
