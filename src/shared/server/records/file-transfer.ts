import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AttachmentRow } from './attachments.repository.ts';

type FileHead = Pick<AttachmentRow, 'file_name' | 'size_bytes'>;

/** The body of a call that takes a file as it comes; null where the request came without one. */
export function streamOf({ headers, body }: FastifyRequest): Readable | null {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding === undefined && Number(length) === 0 ? null : (body as Readable);
}

/** Headers of a file that somebody attached: whatever it holds, it is nothing of the portal's own, and runs nothing. */
function headed(
  reply: FastifyReply,
  { file_name, size_bytes }: FileHead,
  disposition: 'attachment' | 'inline',
): FastifyReply {
  const plain = file_name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  reply.request.headers['x-no-compression'] = '1';
  return reply
    .header('content-length', size_bytes)
    .header(
      'content-disposition',
      `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
}

/** A file to be saved and never opened by the browser as a page of the portal. */
export const toBeSaved = (reply: FastifyReply, file: FileHead): FastifyReply =>
  headed(reply, file, 'attachment').type('application/octet-stream');

/** A PDF to be looked at. */
export const pdfToBeSeen = (reply: FastifyReply, file: FileHead): FastifyReply =>
  headed(reply, file, 'inline').type('application/pdf');
