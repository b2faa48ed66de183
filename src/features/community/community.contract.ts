import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Day,
  Id,
  lineOf,
  linesOf,
  nameOf,
  Ordinal,
  ProjCode,
  Version,
} from '../../shared/contract/fields.ts';
import { WORKBOOK } from '../../shared/contract/table-file.ts';
import { CsvFile } from '../measurements/measurements.contract.ts';
import { AccountHolder, CommunityAccount, Iban, NewAccount } from './accounts.contract.ts';
import { AREAS, MEMBER_BODIES, MEMBER_ROLES, POD, podOf, SWITCHES, ZONES } from './community.model.ts';
import { HOURS_FILE_BYTES, HoursImport, MEMBERS_FILE_BYTES, MembersImport } from './imports.contract.ts';
import { CommunityResults, RESULT_STEPS } from './results.contract.ts';

export const MAX_COMMUNITIES = 200;
export const MAX_COMMUNITY_MEMBERS = 10_000;

/** A plant as a community or a simulation is offered it. */
export const CommunityPlantChoice = z.object({
  id: z.int(),
  proj_code: z.string(),
  name: z.string(),
  comune: z.string(),
  power_kw: z.number().nullable(),
  photovoltaic: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  in_operation: z.string().nullable(),
  has_typical_year: z.boolean(),
});
export type CommunityPlantChoice = z.infer<typeof CommunityPlantChoice>;

const PodStretch = z.object({ pod: z.string(), from_on: z.string(), until_on: z.string().nullable() });

export const CommunityMember = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  kind: z.enum(MEMBER_BODIES),
  substation: z.string(),
  level: z.int(),
  email: z.string(),
  iban: z.string().describe('masked for whoever may not close months'),
  account_holder: z.string().describe('as the bank knows them; empty: the member'),
  pods: z.array(PodStretch),
});
export type CommunityMember = z.infer<typeof CommunityMember>;

const LinkedPlant = z.object({
  proj_code: z.string(),
  name: z.string(),
  power_kw: z.number().nullable(),
  in_operation: z.string().nullable(),
  substation: z.string(),
  grant_share: z.number(),
  from_on: z.string(),
  until_on: z.string().nullable(),
});

const Switched = z.object({
  attribution: z.enum(SWITCHES.attribution).optional(),
  network: z.enum(SWITCHES.network).optional(),
  grant_reduces: z.enum(SWITCHES.grant_reduces).optional(),
  exempt_bodies: z.enum(SWITCHES.exempt_bodies).optional(),
  quota_of: z.enum(SWITCHES.quota_of).optional(),
  surplus_period: z.enum(SWITCHES.surplus_period).optional(),
  existing_beyond: z.enum(SWITCHES.existing_beyond).optional(),
});

export const ConfigurationFinding = z.object({
  code: z.enum([
    'plant_over_1mw',
    'existing_over_share',
    'substation_without_plant',
    'substation_without_member',
  ]),
  id: z.string().optional(),
  substation: z.string().optional(),
  power_kw: z.number().optional(),
  existing_kw: z.number().optional(),
  all_kw: z.number().optional(),
  most_share: z.number().optional(),
});
export type ConfigurationFinding = z.infer<typeof ConfigurationFinding>;

const shared = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  substation: z.string(),
  legal_form: z.string(),
  area: z.enum(AREAS),
  zone: z.enum(ZONES),
  management_percent: z.number(),
  producers_percent: z.number(),
  consumers_percent: z.number(),
  equidistribution: z.boolean(),
  surplus_to: z.enum(['consumers', 'social_fund']),
  switches: Switched,
  version: z.int(),
  partial: z
    .boolean()
    .describe(
      'whether it has plants that the reader does not see: what is told of plants and power is of the others',
    ),
};

/** A community in the list of them. */
export const CommunityRow = z.object({ ...shared, members: z.int(), plants: z.int(), power_kw: z.number() });
export type CommunityRow = z.infer<typeof CommunityRow>;

// spec §3: Community (CER)
export const Community = z.object({
  ...shared,
  members: z.array(CommunityMember).describe('empty for whoever may not change communities'),
  members_count: z.int(),
  members_hidden: z
    .boolean()
    .describe('whether members, whose data are personal, are not shown to the reader'),
  plants: z.array(LinkedPlant),
  account: CommunityAccount.describe(
    'from which members are paid; masked for whoever may not close months, empty for whoever may not change communities',
  ),
  findings: z.array(ConfigurationFinding).describe('what stands against the configuration'),
});
export type Community = z.infer<typeof Community>;

const NewPod = z.object({
  pod: z
    .string()
    .max(40)
    .transform(podOf)
    .pipe(z.string().regex(POD, 'must be a POD such as IT001E12345678')),
  from_on: Day,
  until_on: Day.nullable().default(null),
});
const Email = z.union([z.literal(''), z.email().max(254)]);
export const NewMember = z.object({
  name: nameOf(120),
  role: z.enum(MEMBER_ROLES),
  kind: z.enum(MEMBER_BODIES).default('family'),
  substation: lineOf(40).default(''),
  level: z.int().min(1).max(20).default(1),
  email: Email.default(''),
  iban: Iban.optional().describe(
    'left out, or as it was answered, the one that is known of this member stays',
  ),
  account_holder: AccountHolder.optional(),
  pods: z.array(NewPod).max(20).default([]),
});
export type NewMember = z.infer<typeof NewMember>;
const NewPlant = z.object({
  proj_code: ProjCode,
  substation: lineOf(40).default(''),
  grant_share: z.number().min(0).max(1).default(0),
  from_on: Day,
  until_on: Day.nullable().default(null),
});
export type NewPlant = z.infer<typeof NewPlant>;

const Percent = z.number().min(0).max(100);
const fields = {
  name: nameOf(120),
  description: linesOf(4000),
  substation: lineOf(40),
  legal_form: lineOf(80),
  area: z.enum(AREAS),
  zone: z.enum(ZONES),
  management_percent: Percent,
  producers_percent: Percent,
  consumers_percent: Percent,
  equidistribution: z.boolean(),
  surplus_to: z.enum(['consumers', 'social_fund']),
  switches: Switched,
  members: z.array(NewMember).max(MAX_COMMUNITY_MEMBERS).describe('all of them: who is left out is removed'),
  plants: z
    .array(NewPlant)
    .max(200)
    .describe('all of them that the sender sees: what is left out is removed'),
  account: NewAccount.describe('for whoever may close months; left out, or as it was answered, it stays'),
};
export const NewCommunity = z.object({
  name: fields.name,
  description: fields.description.default(''),
  substation: fields.substation.default(''),
  legal_form: fields.legal_form.default(''),
  area: fields.area.default('north'),
  zone: fields.zone.default('NORD'),
  management_percent: Percent.default(10),
  producers_percent: Percent.default(40),
  consumers_percent: Percent.default(50),
  equidistribution: z.boolean().default(false),
  surplus_to: fields.surplus_to.default('consumers'),
  switches: Switched.default({}),
  members: fields.members.default([]),
  plants: fields.plants.default([]),
  account: fields.account.optional(),
});
export type NewCommunity = z.infer<typeof NewCommunity>;
export const CommunityChange = z.object(fields).partial().extend({ version: Version.optional() });
export type CommunityChange = z.infer<typeof CommunityChange>;

const writes = { topics: ['communities'], access: 'community.write' } as const;
const byId = { params: z.object({ id: Id }) };
const plantsOf = { topics: ['plants'], access: 'community.read', ok: z.array(CommunityPlantChoice) } as const;

export const communityCalls = area(
  {
    assetPlants: call({
      method: 'GET',
      path: '/cer/v1/asset-plants/',
      summary: 'Production plants of the company that communities and simulations may take',
      ...plantsOf,
    }),
    prosumerPlants: call({
      method: 'GET',
      path: '/cer/v1/prosumer-plants/',
      summary: 'Homes with generation that communities and simulations may take',
      ...plantsOf,
    }),
    zeusPlants: call({
      method: 'GET',
      path: '/api/v1/zeus-plants/',
      summary: 'Production plants and homes with generation together',
      ...plantsOf,
    }),
    list: call({
      method: 'GET',
      path: '/cer/v1/communities/',
      list: 'communities',
      summary: 'Energy communities by name',
      topics: ['communities', 'plants'],
      access: 'community.read',
      ok: z.array(CommunityRow),
    }),
    get: call({
      method: 'GET',
      path: '/cer/v1/communities/{id}/',
      summary:
        'A community with its plants, and for whoever may change communities with its members and their PODs',
      topics: ['communities', 'plants'],
      access: 'community.read',
      ...byId,
      ok: Community,
    }),
    create: call({
      method: 'POST',
      path: '/cer/v1/communities/',
      summary: 'Founds a community; percentages come to 100, and a POD belongs to one community at a time',
      ...writes,
      body: NewCommunity,
      ok: Community,
      status: 201,
      max_body_bytes: 4 * 1024 * 1024,
    }),
    update: call({
      method: 'PUT',
      path: '/cer/v1/communities/{id}/',
      summary: 'Changes a community; what is left out stays as it is; a stale version is a conflict',
      ...writes,
      ...byId,
      body: CommunityChange,
      ok: Community,
      conflict: Community,
      max_body_bytes: 4 * 1024 * 1024,
    }),
    remove: call({
      method: 'DELETE',
      path: '/cer/v1/communities/{id}/',
      summary:
        'Deletes a community with its members and measured hours, unless months of it are closed; simulations of it stay',
      ...writes,
      ...byId,
      ok: z.undefined(),
      status: 204,
    }),
    importHours: call({
      method: 'POST',
      path: '/cer/v1/community-hours/',
      summary:
        'Imports measured energy of PODs by hour or quarter of an hour: pod;direction;start;kwh, or pod;direction;day and the values of the day; a dry run only reads the file',
      ...writes,
      confirmed: 'always',
      // A thread reads the file and stores it, in a transaction of its own.
      tx: 'none',
      timeout_s: 120,
      query: z.object({
        community: Id.describe('number of the community'),
        dry_run: z.enum(['true', 'false']).default('false').describe('true: the file is only read'),
      }),
      consumes: 'text/csv',
      body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
      max_body_bytes: HOURS_FILE_BYTES,
      ok: HoursImport,
    }),
    importMembers: call({
      method: 'POST',
      path: '/cer/v1/community-members/',
      summary:
        'Imports members from a CSV file or a workbook: who stands in it is added or changed, everybody else stays; a dry run only reads the file',
      ...writes,
      confirmed: 'always',
      // A thread reads the file first.
      tx: 'none',
      timeout_s: 60,
      query: z.object({
        community: Id.describe('number of the community'),
        dry_run: z.enum(['true', 'false']).default('true').describe('true: the file is only read'),
        version: Ordinal.optional().describe(
          'as the dry run told it: refused where somebody has changed it since',
        ),
      }),
      body: CsvFile,
      consumes: 'text/csv',
      consumes_also: [WORKBOOK],
      max_body_bytes: MEMBERS_FILE_BYTES,
      ok: MembersImport,
    }),
    resultsData: call({
      method: 'GET',
      path: '/cer/v1/results-data/',
      list: 'community-results',
      summary: 'Measured energy and incentive of a community by hour, day or month, of up to a year',
      topics: ['communities', 'prices'],
      access: 'community.read',
      timeout_s: 120, // spec §9
      // A thread works it out, in a transaction of its own: a year of 2,000 PODs holds a core for seconds.
      tx: 'none',
      query: z.object({
        community: Id.describe('number of the community'),
        start: Day,
        end: Day.describe('the day after the last one'),
        resolution: z.enum(RESULT_STEPS).default('day').describe('how long each value is'),
      }),
      ok: CommunityResults,
    }),
  },
  { host: 'community' },
);
