import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import {
  type AttachmentRow,
  deleteAttachment,
  findAttachment,
  holdAttachment,
  holdAttachments,
  listAttachmentsBefore,
} from '../../../shared/server/records/attachments.repository.ts';
import { beginAttachment, bytesOf, takeAttachment } from '../../../shared/server/records/attachments.ts';
import { streamOf, toBeSaved } from '../../../shared/server/records/file-transfer.ts';
import type { FileDeps } from '../../../shared/server/records/note-files.ts';
import type { RecordOf } from '../../../shared/server/records/record-notes.repository.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import type { MeterPhoto, meterRegisterCalls } from '../register.contract.ts';
import type { MeterRow } from './meters.repository.ts';
import { findMeter } from './meters.service.ts';
import { countNamedPhotos, listNamedPhotos } from './photos.repository.ts';

/** Photos of a meter are its attachments, of a kind of their own: it stays for good. */
const KIND = 'energy_meter';
const photosOf = ({ id, plant_id }: MeterRow): RecordOf => ({ kind: KIND, id, plant_id });

/** The photo that a reading names, kept until the reading is. @throws AppError not_found at its field where the meter has none such */
export async function photoOf(tx: Tx, meter: MeterRow, photo_id: number): Promise<AttachmentRow> {
  const found = await holdAttachment(tx, photosOf(meter), photo_id);
  if (found) return found;
  const message = 'This meter has no such photo: take it again';
  throw new AppError('not_found', message, {
    errors: [{ path: 'photo_id', message, code: 'unknown_photo' }],
  });
}

const present = ({ id, file_name, media_type, size_bytes, taken_at }: AttachmentRow): MeterPhoto => ({
  id,
  file_name,
  media_type,
  size_bytes: Number(size_bytes),
  taken_at: taken_at?.toISOString() ?? null,
});

async function readPhoto(tx: Tx, id: number, photo_id: number): Promise<AttachmentRow> {
  return (await findAttachment(tx, photosOf(await findMeter(tx, { id })), photo_id)) ?? notFound();
}

/** A draft of a reading does not live longer. */
const UNUSED_DAYS = 30;

function tooManyUnused(most: number): never {
  const message = `A meter keeps ${most} photos that no reading names: write the readings, or wait ${UNUSED_DAYS} days until old photos go`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'photo_id', message, code: 'too_many_photos', params: { most, days: UNUSED_DAYS } }],
  });
}

/**
 * Photos of meters: a photo is kept before the reading that names it is written, so that neither is lost where the phone goes out
 * between them; one that no reading names goes after a month.
 */
export const photoHandlers = ({
  pool,
  log,
  config,
}: FileDeps): Handlers<Pick<typeof meterRegisterCalls, 'addPhoto' | 'photo'>> => ({
  async addPhoto(asked) {
    const { scope, params, query, now, stillAdmitted, reply } = asked;
    reply.code(201);
    // Nobody sends a whole photo to be answered that there is no such meter.
    await inScope(pool, scope, (tx) => findMeter(tx, params), 'read only');
    const show = async (tx: Tx, id: number) => present(await readPhoto(tx, params.id, id));
    return takeAttachment(
      { pool, scope, stillAdmitted, log },
      {
        file: query,
        body: streamOf(asked.request),
        hold: () => asked.hold,
        now,
        only: 'image',
        begin: async (tx) =>
          beginAttachment(tx, photosOf(await findMeter(tx, params)), query, {
            most_mb: config.attachmentsPerCompanyMb,
            now,
            full: tooManyUnused,
            // The register keeps these for good: a meter is read for longer than its drafts have room.
            uncounted: await countNamedPhotos(tx, params.id),
          }),
        async finish(tx, id) {
          const { serial_number } = await findMeter(tx, params);
          await recordAudit(tx, 'energy_meter.photographed', String(params.id), { serial_number });
          return show(tx, id);
        },
        show,
      },
    );
  },
  async photo({ scope, params, reply, stillAdmitted }) {
    const file = await inScope(pool, scope, (tx) => readPhoto(tx, params.id, params.photo_id), 'read only');
    const size = Number(file.size_bytes);
    await toBeSaved(reply, file).send(bytesOf({ pool, scope, stillAdmitted }, { id: file.id, size }));
    return SENT;
  },
});

async function unnamed(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const named = new Set(await listNamedPhotos(tx, ids));
  return ids.filter((id) => !named.has(id));
}

/** Deletes photos that no reading came to name; one may have come to until the photo was held. */
export async function removeUnusedPhotos(tx: Tx): Promise<void> {
  const old = await unnamed(tx, await listAttachmentsBefore(tx, KIND, UNUSED_DAYS));
  const held = old.length === 0 ? [] : await holdAttachments(tx, old);
  for (const id of await unnamed(tx, held)) await deleteAttachment(tx, id);
}
