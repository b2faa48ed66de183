import { z } from 'zod';
import { area, call } from './call.ts';
import type { Capability } from './capabilities.ts';
import { Instant } from './fields.ts';

/** The largest file that is kept: 25 MB. */
export const FILE_BYTES = 25 * 1024 * 1024;

/** What a file may be sent for, and who may use such files. */
export const UPLOAD_PURPOSES = { simulation: 'community.write' } as const satisfies Record<
  string,
  Capability
>;
export type UploadPurpose = keyof typeof UPLOAD_PURPOSES;

export const filesCalls = area({
  createUpload: call({
    method: 'POST',
    path: '/api/v1/uploads/',
    confirmed: 'always',
    summary: 'A signed address that takes one PUT of one file within the next minutes',
    // A second purpose with another capability wants a call of its own, so that the capability stays declared.
    topics: [],
    access: UPLOAD_PURPOSES.simulation,
    body: z.object({
      content_type: z.literal('text/csv').default('text/csv'),
      file_name: z.string().trim().max(200).default(''),
      /** What the file is for: a CSV file of a community's simulation. */
      purpose: z.literal('simulation').default('simulation'),
    }),
    ok: z.object({
      id: z.int(),
      /** Where the file goes, on this server. */
      url: z.string(),
      content_type: z.literal('text/csv'),
      max_bytes: z.int(),
      expires_at: Instant,
    }),
    status: 201,
  }),
  // spec §7: a CSV file is saved by PUT to a given URL with content type text/csv
  putUpload: call({
    method: 'PUT',
    path: '/api/v1/uploads/{key}/',
    summary: 'Takes the one file that the signed address was made for',
    topics: [],
    access: 'signed_url',
    // The file waits for its turn, and is checked and summed before it is stored.
    tx: 'none',
    params: z.object({ key: z.string().max(300) }),
    consumes: 'text/csv',
    body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
    max_body_bytes: FILE_BYTES,
    timeout_s: 120,
    ok: z.object({ id: z.int(), size_bytes: z.int(), sha256: z.string() }),
  }),
});
