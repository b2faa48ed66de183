import { z } from 'zod';
import { MAX_YEAR_CHARACTERS } from '../../energy/typical-year.ts';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, lineOf, ProjCode } from '../../shared/contract/fields.ts';

export const TypicalYear = z.object({
  format: z.enum(['pvgis', 'epw']),
  file_name: z.string(),
  /** Where it is typical of. */
  latitude: z.number(),
  longitude: z.number(),
  /** From the plant; null where the plant has no place. */
  distance_km: z.number().nullable(),
  imported_at: Instant,
});
export type TypicalYear = z.infer<typeof TypicalYear>;

const OfPlant = z.object({ proj_code: ProjCode });
const path = '/api/v1/plants/{proj_code}/typical-year/';
/** The file as it is: latin letters with accents are not needed to read it. */
const Bytes = z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array);

export const typicalYearsCalls = area({
  find: call({
    method: 'GET',
    path,
    summary: "What is known of the typical year of a plant's site; null where none was imported",
    topics: ['expected_energy'],
    access: 'asset.read',
    params: OfPlant,
    ok: TypicalYear.nullable(),
  }),
  replace: call({
    method: 'PUT',
    path,
    summary: 'Imports a typical year of PVGIS (CSV) or in EPW; expected energy is computed anew',
    topics: ['expected_energy'],
    access: 'plants.write',
    confirmed: 'always',
    params: OfPlant,
    query: z.object({ file_name: lineOf(200).default('') }),
    consumes: 'text/csv',
    body: Bytes,
    max_body_bytes: MAX_YEAR_CHARACTERS,
    ok: TypicalYear,
  }),
  remove: call({
    method: 'DELETE',
    path,
    summary: 'Removes it; expected energy is computed anew',
    topics: ['expected_energy'],
    access: 'plants.write',
    params: OfPlant,
    ok: z.undefined(),
    status: 204,
  }),
});
