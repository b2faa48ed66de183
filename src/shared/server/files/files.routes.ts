import type { filesCalls } from '../../contract/files.contract.ts';
import { AppError } from '../errors.ts';
import { plainAddress } from '../http/address.ts';
import type { Authenticators } from '../http/admission.ts';
import type { Handlers } from '../http/mount.ts';
import type { Uploads } from './uploads.ts';

/** @throws AppError invalid (415) for a text that says itself that it is in other characters */
function assertUtf8(contentType: string): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new AppError('invalid', 'Send the file in UTF-8', { status: 415 });
}

/** Whose upload a signed address is, before anything of the file is read. */
export function addressAuthenticator(uploads: Uploads): Authenticators['scopeOfAddress'] {
  return ({ params, ip }) => uploads.scopeOf((params as { key: string }).key, plainAddress(ip));
}

export function filesHandlers({ uploads }: { uploads: Uploads }): Handlers<typeof filesCalls> {
  return {
    createUpload: ({ tx, body }) => uploads.open(tx, body),
    async putUpload({ scope, params, body, request }) {
      assertUtf8(request.headers['content-type'] ?? '');
      return uploads.receive(scope, params.key, body as Uint8Array);
    },
  };
}
