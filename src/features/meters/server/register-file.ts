import type { PrintFormat } from '../../../shared/contract/table-file.ts';
import { findCompanyName } from '../../../shared/server/endpoints/allowed.repository.ts';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import { LocalTime, type TableAnswer, tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import file_en from '../i18n/file.en.json' with { type: 'json' };
import file_it from '../i18n/file.it.json' with { type: 'json' };
import type { RegisterLine } from '../register.contract.ts';
import { findMeter } from './meters.service.ts';
import { listRegister } from './register.repository.ts';
import { presentLines } from './register.service.ts';

const WORDS = { en: file_en, it: file_it };

interface Query {
  readonly serial_number: string;
  readonly period: string;
  readonly format: PrintFormat;
  readonly language: Language;
}

/** The register of a meter as a file, oldest line first, as it is shown to whoever inspects it. @throws AppError not_found */
export async function registerFile(
  tx: Tx,
  { serial_number, period, format, language }: Query,
): Promise<TableAnswer> {
  const meter = await findMeter(tx, { serial_number });
  const t = WORDS[language];
  const rows = presentLines(meter, await listRegister(tx, meter.id))
    .filter(({ booked_on }) => booked_on.startsWith(period))
    .toReversed();
  const place = `${meter.plant_name} (${meter.proj_code}) · ${t.serial_number} ${serial_number} · ${meter.model} · ${t.role[meter.role]}`;
  return tableAnswer<RegisterLine>({
    name: `${t.file}-${serial_number}-${period}`,
    sheet: `${t.title} ${period}`,
    language,
    format,
    lines: format === 'pdf' ? [(await findCompanyName(tx)) ?? '', place, t.chained] : [],
    logo: format === 'pdf' ? await findPrintedLogo(tx) : null,
    columns: [
      { head: t.line, width: 8, of: ({ line }) => line },
      { head: t.serial_number, width: 16, of: () => serial_number },
      { head: t.at, width: 18, time: true, of: ({ at }) => new LocalTime(new Date(at), meter.time_zone) },
      {
        head: t.kind,
        width: 18,
        of: ({ kind, event }) =>
          t.kinds[event ? (`${event}_${kind}` as keyof typeof t.kinds) : (kind as keyof typeof t.kinds)] ??
          kind,
      },
      { head: t.reading, width: 14, of: ({ reading }) => reading },
      { head: t.constant_k, width: 8, of: ({ constant_k }) => constant_k },
      { head: t.kwh, width: 14, of: ({ kwh }) => kwh },
      { head: t.corrects, width: 10, of: ({ corrects }) => corrects },
      { head: t.note, width: 28, of: ({ note }) => note },
      { head: t.recorded_by, width: 18, of: ({ recorded_by }) => recorded_by },
      ...(format === 'pdf'
        ? []
        : [{ head: t.photo, width: 14, of: ({ photo_sha256 }: RegisterLine) => photo_sha256 }]),
      { head: t.hash, width: 14, of: ({ hash }) => (format === 'pdf' ? hash.slice(0, 12) : hash) },
    ],
    page: { rows },
  });
}
