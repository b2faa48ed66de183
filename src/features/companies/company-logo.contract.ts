import { z } from 'zod';
import { call } from '../../shared/contract/call.ts';
import { Id } from '../../shared/contract/fields.ts';
import { CompanyDetails } from './companies.model.ts';

const Own = z.object({ id_client: Id });
/** A Blob goes out from a browser; what comes in at the server is its bytes. */
const Bytes = z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array);

export const LOGO_MB = 10;

export const logoCalls = {
  getLogo: call({
    method: 'GET',
    path: '/api/v1/company/{id_client}/logo/',
    summary: "The active company's logo as it is printed on its documents",
    topics: ['company'],
    access: 'company.read',
    // It writes its answer itself: a browser that shows the logo already is told only that.
    tx: 'none',
    params: Own,
    ok: z.instanceof(Blob),
    produces: 'image/png',
  }),
  putLogo: call({
    method: 'PUT',
    path: '/api/v1/company/{id_client}/logo/',
    summary:
      "Takes the active company's logo (png, jpg or jpeg, by its content) and keeps it in the size in which it is printed",
    topics: ['company'],
    access: 'company.manage',
    confirmed: 'always',
    // The picture is decoded by another thread: no connection waits for it.
    tx: 'none',
    params: Own,
    consumes: 'image/*',
    body: Bytes,
    max_body_bytes: LOGO_MB * 1024 * 1024,
    ok: CompanyDetails,
  }),
  removeLogo: call({
    method: 'DELETE',
    path: '/api/v1/company/{id_client}/logo/',
    summary: 'Removes the logo: documents show the name alone',
    topics: ['company'],
    access: 'company.manage',
    params: Own,
    ok: z.undefined(),
    status: 204,
  }),
};
