import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { PictureRefused, reencoded } from '../../../shared/server/files/picture-upload.ts';
import { namesTag } from '../../../shared/server/http/etag.ts';
import { SENT } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import type { CompanyDetails } from '../companies.model.ts';
import { findCompany } from './companies.repository.ts';
import { deleteLogo, findLogo, type Logo, saveLogo } from './logo.repository.ts';
import { beginChange } from './member-rules.ts';
import { refusalOf } from './refusals.ts';

/** Twice the size in which a page shows it: sharp on paper too. */
const [WIDTH, HEIGHT] = [800, 320];

/** @throws AppError invalid for what is no png or jpeg, is damaged or too large; limit when too many come at once */
async function makeLogo(user_id: number, file: Uint8Array): Promise<Logo> {
  const bytes = await reencoded(user_id, file, (image) =>
    image
      .resize(WIDTH, HEIGHT, { fit: 'inside', withoutEnlargement: true })
      // Paper is white, and a dark page shows the same picture.
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 }),
  ).catch((error: unknown) => {
    throw error instanceof PictureRefused ? refusalOf(`logo_${error.fault}`) : error;
  });
  return { digest: createHash('sha256').update(bytes).digest('hex'), bytes };
}

const changed = (tx: Tx): Promise<void> =>
  recordAudit(tx, 'company.changed', String(tx.scope.company_id), { fields: ['logo'] });

/** Keeps a logo in the place of the one before. */
export async function changeLogo(
  { pool, scope, user_id }: { pool: pg.Pool; scope: Scope; user_id: number },
  file: Uint8Array,
): Promise<CompanyDetails> {
  const logo = await makeLogo(user_id, file);
  return inScope(pool, scope, async (tx) => {
    await beginChange(tx);
    const before = (await findCompany(tx)) ?? notFound();
    if (before.logo !== logo.digest) {
      await saveLogo(tx, logo);
      await changed(tx);
    }
    return { ...before, logo: logo.digest };
  });
}

/** Takes the logo away; where there is none, nothing changes. */
export async function removeLogo(tx: Tx): Promise<void> {
  await beginChange(tx);
  if (await deleteLogo(tx)) await changed(tx);
}

/** Answers the logo, which a browser may keep, if it asks each time whether it still may show it. */
export async function sendLogo(
  pool: pg.Pool,
  scope: Scope,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<typeof SENT> {
  const { digest, bytes } = (await inScope(pool, scope, findLogo, 'read only')) ?? notFound();
  const etag = `"${digest}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (namesTag(request.headers['if-none-match'], etag)) await reply.code(304).send();
  else await reply.type('image/png').send(bytes);
  return SENT;
}
