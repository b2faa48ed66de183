import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, lineOf, linesOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { recordHistory } from '../../shared/contract/record-history.ts';
import {
  ERASED_POD,
  emptyOr,
  endsAfterBeginning,
  GAUDI_CODE,
  MARKET_ZONE,
  POD,
} from './master-data.model.ts';

const AFTER = {
  path: ['until'],
  error: 'must not lie before the beginning',
  params: { code: 'ends_before_beginning' },
};

export const PlantContract = z
  .object({
    kind: nameOf(80),
    party: lineOf(120),
    number: lineOf(60),
    begins: Day.nullable(),
    until: Day.nullable(),
  })
  .refine(endsAfterBeginning, AFTER);
export const PlantContact = z.object({
  role: lineOf(80),
  name: nameOf(120),
  phone: lineOf(40),
  email: z.union([z.literal(''), z.email().max(254)]),
});
export const PlantInsurance = z
  .object({
    insurer: nameOf(120),
    policy: lineOf(60),
    begins: Day.nullable(),
    until: Day.nullable(),
  })
  .refine(endsAfterBeginning, AFTER);
export const PlantWarranty = z.object({
  what: nameOf(120),
  maker: lineOf(120),
  until: Day.nullable(),
});

const fields = {
  pod: lineOf(15)
    .refine((text) => emptyOr(POD)(text) || ERASED_POD.test(text), {
      error: 'must look like IT001E12345678',
      params: { code: 'no_pod' },
    })
    .describe('ITX and 12 signs, where its home was erased: taken back unchanged'),
  gaudi_code: lineOf(30).refine(emptyOr(GAUDI_CODE), {
    error: 'must look like IM_0123456',
    params: { code: 'no_gaudi_code' },
  }),
  gse_code: lineOf(30),
  owner_name: lineOf(120),
  address: lineOf(200),
  market_zone: lineOf(20)
    .refine(emptyOr(MARKET_ZONE), {
      error: 'must be a zone of the market, such as NORD',
      params: { code: 'no_zone' },
    })
    .describe('whose prices its energy has; empty: the national price'),
  connected_on: Day.nullable(),
  entered_operation_on: Day.nullable(),
  incentive_until: Day.nullable(),
  contracts: z.array(PlantContract).max(20),
  contacts: z.array(PlantContact).max(20),
  insurances: z.array(PlantInsurance).max(20),
  warranties: z.array(PlantWarranty).max(40),
  notes: linesOf(4000),
};

/** Plant master data (anagrafica); version 0 where nothing was written yet. */
export const PlantMasterData = z.object({ proj_code: z.string(), ...fields, version: z.int() });
export type PlantMasterData = z.infer<typeof PlantMasterData>;
export const PlantMasterDataChange = z.object(fields).partial().extend({ version: Version.optional() });

const byCode = z.object({ proj_code: ProjCode });
const topics = ['master_data'];

export const masterDataCalls = area({
  masterData: call({
    method: 'GET',
    path: '/api/v1/anagrafica/',
    summary: 'Master data of a plant: its codes, dates, contracts, contacts, insurance and warranties',
    topics,
    access: 'asset.read',
    query: byCode,
    ok: PlantMasterData,
  }),
  updateMasterData: call({
    method: 'PUT',
    path: '/api/v1/anagrafica/{proj_code}/',
    summary: 'Changes master data of a plant; omitted fields stay, a stale version is a conflict',
    topics,
    access: 'plants.write',
    params: byCode,
    body: PlantMasterDataChange,
    ok: PlantMasterData,
    conflict: PlantMasterData,
  }),
  masterDataHistory: call({
    ...recordHistory,
    path: '/api/v1/anagrafica/{proj_code}/history/',
    summary: 'Who changed the master data of a plant, and when',
    topics,
    access: 'asset.read',
    params: byCode,
  }),
});
