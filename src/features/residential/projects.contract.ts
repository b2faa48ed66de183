import { z } from 'zod';
import { call } from '../../shared/contract/call.ts';
import { Id, linesOf, nameOf, Version } from '../../shared/contract/fields.ts';

const AT = '/api/v1/residenziale' as const;
/** Seconds that the browser waits. // spec §7, §9 */
const TIMEOUT_S = 30;
const READ = { access: 'community.read', timeout_s: TIMEOUT_S } as const;
const WRITE = { access: 'plants.write', timeout_s: TIMEOUT_S } as const;
const Sum = z.number().nullable();

export const PROJECT_KINDS = ['hub110', 'other'] as const;

export const ResidentialProject = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(PROJECT_KINDS),
  description: z.string(),
  homes: z.int(),
  /** Sums of the homes of which they are known. */
  nominal_kwp: Sum,
  storage_kwh: Sum,
  version: z.int(),
});
export type ResidentialProject = z.infer<typeof ResidentialProject>;

const projectFields = {
  name: nameOf(120),
  kind: z.enum(PROJECT_KINDS),
  description: linesOf(4000),
};

const byId = z.object({ id: Id });

/** Groups of homes. // spec §7: projects, hub110-projects */
export const projectCalls = {
  projects: call({
    method: 'GET',
    path: `${AT}/projects/`,
    summary: 'Groups of homes, with their sums',
    topics: ['residential'],
    ...READ,
    ok: z.array(ResidentialProject),
  }),
  hub110Projects: call({
    method: 'GET',
    path: `${AT}/hub110-projects/`,
    summary: 'The groups of homes that are of the kind hub110',
    topics: ['residential'],
    ...READ,
    ok: z.array(ResidentialProject),
  }),
  createProject: call({
    method: 'POST',
    path: `${AT}/projects/`,
    summary: 'Adds a group of homes',
    topics: ['residential'],
    ...WRITE,
    body: z.object({ ...z.object(projectFields).partial().shape, name: projectFields.name }),
    ok: ResidentialProject,
    status: 201,
  }),
  changeProject: call({
    method: 'PUT',
    path: `${AT}/projects/{id}/`,
    summary: 'Changes a group of homes; omitted fields stay, a stale version is a conflict',
    topics: ['residential'],
    ...WRITE,
    params: byId,
    body: z.object(projectFields).partial().extend({ version: Version.optional() }),
    ok: ResidentialProject,
    conflict: ResidentialProject,
  }),
  removeProject: call({
    method: 'DELETE',
    path: `${AT}/projects/{id}/`,
    summary: 'Deletes a group that no home is in',
    topics: ['residential'],
    ...WRITE,
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
};
