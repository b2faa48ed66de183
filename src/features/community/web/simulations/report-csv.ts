import { filesCalls } from '../../../../shared/contract/files.contract.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { upload } from '../../../../shared/web/api/upload.ts';
import { MONTH_FIGURES, type SimulationReport } from '../../parameters.contract.ts';

/** A report's months as a CSV file, numbers with a point. */
export function csvOf({ months }: Pick<SimulationReport, 'months'>): string {
  const rows = months.map((row) =>
    [row.month, ...MONTH_FIGURES.map((name) => row[name].toFixed(3))].join(','),
  );
  return `${[['month', ...MONTH_FIGURES].join(','), ...rows].join('\n')}\n`;
}

/** Sends the months to a signed address; the number by which they are saved with the result. // spec §7: CSV by PUT */
export async function saveCsv(report: SimulationReport, code: string, company: number): Promise<number> {
  const { id, url } = await send(filesCalls.createUpload, { body: { file_name: `${code}.csv` }, company });
  const key = url.split('/').at(-2) ?? '';
  await upload({
    call: filesCalls.putUpload,
    input: { params: { key } },
    file: new Blob([csvOf(report)], { type: 'text/csv' }),
    company,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return id;
}
