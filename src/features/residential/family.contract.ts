import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, ProjCode } from '../../shared/contract/fields.ts';
import { HomeDay, HomePowers, LastPowers } from './home-energies.contract.ts';

/** What a family sees of its own home. */
export const FamilyHome = z.object({
  name: z.string(),
  company: z.string(),
  time_zone: z.string(),
  now: LastPowers.omit({ proj_code: true }),
  today: HomePowers.omit({ proj_code: true }).describe('its powers by quarters of an hour'),
  days: z.array(HomeDay).describe('the last thirty that are over, oldest first'),
  saved_eur: z.number().nullable().describe('of these days, as far as it is known'),
  expires_at: Instant,
});
export type FamilyHome = z.infer<typeof FamilyHome>;

export const FamilyLink = z.object({ url: z.string(), expires_at: Instant });

const byCode = z.object({ proj_code: ProjCode });

/** The page of a family: its link is made by the company, and opens its home alone. */
export const familyCalls = area(
  {
    createLink: call({
      method: 'POST',
      path: '/api/v1/residenziale/plants/{proj_code}/link/',
      summary: "Makes the link that opens a family's page; the one before does not open it any more",
      topics: ['residential'],
      access: 'plants.write',
      timeout_s: 30,
      params: byCode,
      body: z.object({}),
      ok: FamilyLink,
      status: 201,
    }),
    withdrawLink: call({
      method: 'DELETE',
      path: '/api/v1/residenziale/plants/{proj_code}/link/',
      summary: "Takes the link of a family's page back",
      topics: ['residential'],
      access: 'plants.write',
      timeout_s: 30,
      params: byCode,
      ok: z.undefined(),
      status: 204,
    }),
    erase: call({
      method: 'POST',
      path: '/api/v1/residenziale/plants/{proj_code}/erase/',
      summary:
        'Deletes on request what a home told and what is known of its family, for good; the answer and the audit are the proof',
      topics: ['residential', 'plants', 'devices', 'readings'],
      access: 'plants.write',
      timeout_s: 30,
      params: byCode,
      body: z.object({}),
      ok: z.object({
        pseudonym: z.string().describe('under which closed statements keep energy and euros'),
        erased_at: Instant,
        devices: z.int().describe('whose readings a worker deletes'),
        days: z.int(),
        members: z.int().describe('of communities that bear the pseudonym from now on'),
        statements: z
          .int()
          .describe(
            'closed ones in which it stands in the place of names and PODs; energy, euros and seals stay',
          ),
      }),
    }),
    get: call({
      method: 'GET',
      path: '/api/v1/residential-family/{token}/',
      summary: 'The home that a signed link opens, for its family',
      topics: ['readings', 'residential'],
      access: 'signed_link',
      timeout_s: 30,
      params: z.object({ token: z.string().min(1).max(200) }),
      ok: FamilyHome,
    }),
  },
  { host: 'residential' },
);
