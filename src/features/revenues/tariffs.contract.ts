import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, linesOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { TARIFF_KINDS } from './tariffs.model.ts';

export const TariffStep = z.object({
  from_on: Day,
  to_on: Day.nullable().describe('its last day, included; null: until further notice'),
  rate: z.number().min(-10_000).max(1_000_000).describe('EUR/kWh; of a fee EUR a year; of the market 0'),
});

export const Tariff = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  kind: z.enum(TARIFF_KINDS),
  name: z.string(),
  steps: z.array(TariffStep),
  note: z.string(),
  version: z.int(),
});
export type Tariff = z.infer<typeof Tariff>;

const fields = { name: nameOf(80), steps: z.array(TariffStep).min(1).max(100), note: linesOf(1000) };
export const NewTariff = z.object({
  proj_code: ProjCode,
  kind: z.enum(TARIFF_KINDS),
  ...fields,
  note: fields.note.default(''),
});
export type NewTariff = z.infer<typeof NewTariff>;
export const TariffChange = z.object(fields).partial().extend({ version: Version.optional() });
export type TariffChange = z.infer<typeof TariffChange>;

const TOPIC = 'tariffs';
const writes = { topics: [TOPIC, 'revenues'], access: 'records.write' } as const;
const byId = { params: z.object({ id: Id }) };

/** How energy of plants is paid: several tariffs at once, each in steps without hole or overlap. */
export const tariffsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/tariffs/',
    list: 'revenues',
    summary: 'The tariffs of plants',
    topics: [TOPIC],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode.optional() }),
    ok: z.array(Tariff),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/tariffs/',
    summary: 'Adds a tariff; steps with a hole or an overlap are refused',
    ...writes,
    body: NewTariff,
    ok: Tariff,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/tariffs/{id}/',
    summary: 'Changes a tariff; a stale version is a conflict',
    ...writes,
    ...byId,
    body: TariffChange,
    ok: Tariff,
    conflict: Tariff,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/tariffs/{id}/',
    summary: 'Deletes a tariff',
    ...writes,
    ...byId,
    ok: z.undefined(),
    status: 204,
  }),
  fees: call({
    method: 'GET',
    path: '/api/v1/tariff-fees/',
    summary: 'The yearly fees that GSE asks for a plant, by its nominal power',
    topics: ['plants'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode }),
    ok: z.object({
      nominal_kw: z.number().nullable(),
      gse_eur: z.number().nullable(),
      conto_energia_eur: z.number().nullable(),
    }),
  }),
});
