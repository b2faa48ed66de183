import { Readable } from 'node:stream';
import type { Out } from '../../../shared/contract/call.ts';
import {
  EXPORT_PAGE,
  pagedBy,
  type ReadPage,
  TableAnswer,
  type TablePage,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { CENSUS_COLUMNS, type CensusValue, cellsOf, featureOf } from '../census.model.ts';
import { GEOJSON, type lightPointsCalls } from '../light-points.contract.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';
import { readBox } from './boxes.service.ts';
import { type CensusOf, lightsAfter } from './census.repository.ts';
import { readMunicipality } from './municipalities.service.ts';

const NAME = { it: 'punti-luce', en: 'light-points' } as const;

const cellOf = (value: CensusValue): string | number | null =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

const pagesOf = (tx: Tx, of: CensusOf): Promise<TablePage<LightPoint>> =>
  pagedBy(tx, async (later, after: string | undefined) => {
    const rows = await lightsAfter(later, of, { after: after ?? null, limit: EXPORT_PAGE });
    return { rows, last: rows.length < EXPORT_PAGE ? undefined : rows.at(-1)?.code };
  });

/** Each light point as one cell with its feature. */
const asFeatures = ({ rows, next }: TablePage<LightPoint>): TablePage<readonly string[]> => ({
  rows: rows.map((light) => [JSON.stringify(featureOf(light))]),
  next: next && (async (tx) => asFeatures(await next(tx))),
});

async function* collection(first: TablePage<LightPoint>, readPage: ReadPage): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[\n';
  let page: Awaited<ReturnType<ReadPage>> = asFeatures(first);
  let between = '';
  for (;;) {
    for (const [feature] of page.rows) {
      yield `${between}${feature}`;
      between = ',\n';
    }
    if (!page.next) break;
    page = await readPage(page.next);
  }
  yield '\n]}\n';
}

type Query = Omit<Out<(typeof lightPointsCalls)['exportLights']['query']>, 'language'> & {
  readonly language: Language;
};

/** The census as a file that can be imported again: its columns have the same names in every language. @throws AppError not_found */
export async function censusFile(
  tx: Tx,
  { box_id, comune_id, format, language }: Query,
  now: Date,
): Promise<TableAnswer> {
  if (box_id !== undefined) await readBox(tx, box_id, now);
  if (comune_id !== undefined) await readMunicipality(tx, comune_id);
  const page = await pagesOf(tx, { box_id: box_id ?? null, municipality_id: comune_id ?? null });
  const name = NAME[language];
  if (format === 'geojson')
    return new TableAnswer({
      name: `${name}.geojson`,
      type: GEOJSON,
      write: (readPage) => Readable.from(collection(page, readPage)),
    });
  return tableAnswer<LightPoint>({
    name,
    sheet: name,
    language,
    format,
    page,
    columns: CENSUS_COLUMNS.map((head) => ({ head, of: (light) => cellOf(cellsOf(light)[head]) })),
  });
}
