import type pg from 'pg';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import { type PdfBlock, type PdfPicture, printDocument } from '../../../shared/server/export/pdf-document.ts';
import { PDF_WORDS } from '../../../shared/server/export/pdf-table.ts';
import { LocalTime } from '../../../shared/server/export/table-answer.ts';
import { FairTurns } from '../../../shared/server/fair-turns.ts';
import type { Language } from '../../../shared/server/language.ts';
import {
  type AttachmentRow,
  listAttachments,
} from '../../../shared/server/records/attachments.repository.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DEFAULT_CLOCK } from '../../../shared/units/zones.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import type { MaintenanceReport } from '../maintenance-reports.contract.ts';
import { reportCode } from '../reports.model.ts';
import { requestCode } from '../request-states.model.ts';
import { presentReport, REPORT } from './report-answers.ts';
import { figure, REPORT_WORDS, timeOfPlant } from './report-file.ts';
import { isPhoto, MAX_PHOTOS, printedPhoto } from './report-pictures.ts';
import { listReports, readSignature } from './reports.repository.ts';

/** Reports that are printed at one time: photos and pages take memory and processors. */
const turns = new FairTurns({ at_once: 2, of_one: 1 });

interface Printing {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly id: number;
  readonly language: Language;
}

/** What of a report is printed. */
interface Found {
  readonly report: MaintenanceReport;
  readonly company: string;
  readonly logo: string | null;
  readonly signature: Buffer | null;
  readonly photos: readonly AttachmentRow[];
}

async function find({ pool, scope, id }: Printing): Promise<Found> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const report = await presentReport(tx, id);
      const plant_id = (await listReports(tx, [id]))[0]?.plant_id ?? null;
      const files = await listAttachments(tx, { kind: REPORT, id, plant_id });
      return {
        report,
        company: await companyNameOf(tx),
        logo: await findPrintedLogo(tx),
        signature: await readSignature(tx, id),
        photos: files.filter(isPhoto).toReversed(),
      };
    },
    'read only',
  );
}

type Words = (typeof REPORT_WORDS)[Language];

function facts(report: MaintenanceReport, { book, state, document }: Words, language: Language): PdfBlock {
  const { plant, proj_code, request, devices, people_count, hours, repair_cost_eur } = report;
  const named: readonly (readonly [string, string | number | null | undefined])[] = [
    [document.plant, [plant, proj_code && `(${proj_code})`].filter(Boolean).join(' ')],
    [book.fields.request, request && `${requestCode(request.number)} ${request.title}`],
    [book.fields.devices, devices.map(({ name }) => name).join(', ')],
    [document.started, timeOfPlant(report.started_at, report)?.text],
    [document.ended, timeOfPlant(report.ended_at, report)?.text],
    [book.fields.people_count, people_count],
    [book.fields.hours, hours === null ? null : figure(hours, 'h', language)],
    [book.fields.repair_cost_eur, repair_cost_eur === null ? null : figure(repair_cost_eur, '€', language)],
    [book.fields.author, report.author],
    [book.fields.state, state[report.state]],
  ];
  const rows = named.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)] as const],
  );
  return { kind: 'facts', title: '', rows };
}

/** What was done, with what, and what was measured; what nobody wrote is left out. */
function content(report: MaintenanceReport, { book, document }: Words, language: Language): PdfBlock[] {
  const { solved_problem, notes, materials, measurements } = report;
  const text = (title: string, of: string): PdfBlock[] =>
    of === '' ? [] : [{ kind: 'text', title, text: of }];
  const table = (title: string, head: readonly [string, string], rows: [string, string][]): PdfBlock[] =>
    rows.length === 0 ? [] : [{ kind: 'table', title, head, rows }];
  return [
    ...text(book.fields.solved_problem, solved_problem),
    ...table(
      book.fields.materials,
      [document.material, document.quantity],
      materials.map(({ name, quantity, unit }) => [name, figure(quantity, unit, language)]),
    ),
    ...table(
      book.fields.measurements,
      [document.what, document.value],
      measurements.map(({ what, value, unit }) => [what, figure(value, unit, language)]),
    ),
    ...text(book.fields.notes, notes),
  ];
}

function signed({ report, signature }: Found, { document }: Words): PdfBlock[] {
  const { signed_by, signed_at } = report;
  if (signed_by === '') return [];
  const caption = `${signed_by}, ${timeOfPlant(signed_at, report)?.text ?? ''}`;
  if (!signature) return [{ kind: 'text', title: document.signature, text: caption }];
  const picture: PdfPicture = { type: 'image/png', base64: signature.toString('base64'), caption };
  return [{ kind: 'pictures', of: 'signature', title: document.signature, pictures: [picture] }];
}

async function photosOf(
  asked: Printing,
  { photos, report }: Found,
  { document }: Words,
): Promise<PdfBlock[]> {
  const pictures: PdfPicture[] = [];
  for (const photo of photos.slice(0, MAX_PHOTOS)) {
    const at = new LocalTime(photo.taken_at ?? photo.created_at, report.time_zone ?? DEFAULT_CLOCK).text;
    const when = photo.taken_at ? at : document.received.replace('{time}', at);
    const picture = await printedPhoto(asked, photo, `${photo.file_name}, ${when}`);
    if (picture) pictures.push(picture);
  }
  const lack = photos.length - pictures.length;
  const rest = document.more_photos.replace('{count}', String(lack));
  return [
    ...(pictures.length > 0
      ? [{ kind: 'pictures', of: 'photos', title: document.photos, pictures } as const]
      : []),
    ...(lack > 0 ? [{ kind: 'text', title: '', text: rest } as const] : []),
  ];
}

/** A report as a PDF, with the name of its file. @throws AppError not_found */
export async function printReport(asked: Printing): Promise<{ file_name: string; bytes: Uint8Array }> {
  return turns.run(asked.scope, async () => {
    const { language } = asked;
    const found = await find(asked);
    const words = REPORT_WORDS[language];
    const code = reportCode(found.report.number);
    const bytes = await printDocument({
      title: `${words.document.title} ${code}`,
      dated: new Date(found.report.closed_at ?? found.report.created_at),
      above: [found.company],
      logo: found.logo,
      blocks: [
        facts(found.report, words, language),
        ...content(found.report, words, language),
        ...signed(found, words),
        ...(await photosOf(asked, found, words)),
      ],
      page_of: PDF_WORDS[language].page_of,
    });
    return { file_name: `${words.document.file}-${code}.pdf`, bytes };
  });
}
