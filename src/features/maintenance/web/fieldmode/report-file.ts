import { bodyOfReport, type FieldPhoto, type FieldReport } from './field-mode.model.ts';
import { listPhotos } from './field-store.ts';
import { type Packed, zipFile } from './zip-file.model.ts';

const bytesOfBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Photos may have one name: each is given its place in front. */
const packed = ({ file_name, bytes }: FieldPhoto, place: number): Packed => ({
  name: `${place + 1}-${file_name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}`,
  bytes: new Uint8Array(bytes),
});

/** A report as its author takes it along: what would be sent, its signature, its photos. */
export async function fileOfReport(report: FieldReport): Promise<Blob> {
  const { company, plant, request, changed_at, values } = report;
  const { signature, ...body } = bodyOfReport(report) as { signature?: string };
  const said = { company: company.name, plant: plant.name, request: request?.title ?? null };
  const written_at = new Date(changed_at).toISOString();
  const text = JSON.stringify({ written_at, ...said, report: body }, null, 2);
  const photos = await listPhotos(report.key);
  return zipFile([
    { name: 'report.json', bytes: new TextEncoder().encode(text) },
    ...(values.signature && signature ? [{ name: 'signature.png', bytes: bytesOfBase64(signature) }] : []),
    ...photos.map(packed),
  ]);
}
