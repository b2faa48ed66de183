import { z } from 'zod';
import { ADDRESS_MANNERS } from '../../devices/map/map-address.ts';
import { MAP_FIELDS } from '../../devices/map/map-variable.ts';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Ordinal } from '../../shared/contract/fields.ts';
import { TableFormat, tableFile, WORKBOOK } from '../../shared/contract/table-file.ts';
import { CsvFile } from '../measurements/measurements.contract.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { DeviceDetails } from './configured.contract.ts';
import { TemplateKey } from './field-tools.contract.ts';
import { MAP_FILE_BYTES } from './maps.model.ts';
import { Template } from './templates.contract.ts';
import { VersionDifference } from './versions.contract.ts';

const MapField = z.enum(MAP_FIELDS);
const YesNo = z.enum(['true', 'false']);

/** What is wrong in a map, or worth a look, and where; `message` is for programs, the portal words `code`. */
export const MapRemark = z.object({
  /** As a spreadsheet counts, from 1, like `column`; null for the file as a whole. */
  row: z.int().nullable(),
  column: z.int().nullable(),
  /** What the file calls the column. */
  header: z.string().nullable(),
  field: MapField.nullable(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What stands there, cut to a length that can be shown. */
  read: z.string().nullable(),
  message: z.string(),
});
export type MapRemark = z.infer<typeof MapRemark>;

export const MapReport = z.object({
  /** Whether it was done; false for a dry run, and for a map with faults. */
  applied: z.boolean(),
  /** The file's columns; those without a field are left out. */
  columns: z.array(z.object({ column: z.int(), header: z.string(), field: MapField.nullable() })),
  counts: z.object({
    /** Variables that the file names. */
    rows: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    /** Variables that the file does not name, and that stay. */
    others: z.int(),
    /** Names that the catalogue lacks, and gets. */
    names: z.int(),
  }),
  differences: VersionDifference.shape.differences,
  /** Nothing is done while there is one. The first thousand. */
  faults: z.array(MapRemark),
  faults_count: z.int(),
  warnings: z.array(MapRemark),
  warnings_count: z.int(),
  /** What the file was held against, and after it was applied the version that this made; null without one. */
  newest_version: z.int().nullable(),
});
export type MapReport = z.infer<typeof MapReport>;

export const MapFileQuery = z.object({
  format: TableFormat,
  lang: z.enum(['it', 'en']).default('en').describe('whose separators and decimal sign a CSV has'),
  example: YesNo.default('false').describe('a few made-up variables instead, as an example of a map'),
});
export const MapQuery = z.object({
  dry_run: YesNo.default('true').describe('nothing is changed, and everything is told'),
  remove_others: YesNo.default('false').describe('whether variables that the file does not name are deleted'),
  version: Ordinal.optional().describe(
    '`newest_version` as it was seen: a conflict where somebody has changed it since, with what is stored in `stored`',
  ),
  addresses: z
    .enum(ADDRESS_MANNERS)
    .default('as_written')
    .describe('how addresses of five digits are meant: as requests carry them, counted from 1, or as 40001'),
});

export const mapFile = {
  body: CsvFile,
  consumes: 'text/csv',
  consumes_also: [WORKBOOK],
  max_body_bytes: MAP_FILE_BYTES,
} as const;

/** Registers of a device as a table that people keep in a spreadsheet. */
export const mapsCalls = area(
  {
    exportMap: call({
      topics: ['devices'],
      access: 'cloudcontrol',
      method: 'GET',
      path: '/cloudcontrol/v1/devices/{id}/map/',
      summary: "A device's variables with their registers, as CSV or as a workbook",
      params: z.object({ id: Id }),
      query: MapFileQuery,
      ...tableFile,
      timeout_s: TIMEOUT_S,
    }),
    importMap: call({
      topics: ['devices'],
      access: 'cloudcontrol',
      // A worker thread reads the file first; a dry run takes back what it wrote.
      tx: 'none',
      timeout_s: TIMEOUT_S,
      method: 'POST',
      path: '/cloudcontrol/v1/devices/{id}/map/',
      confirmed: 'always',
      summary:
        'Sets the variables of a device as a CSV file or a workbook has them: says what would change and each fault by row and column, and changes all of it or nothing once dry_run is false',
      params: z.object({ id: Id }),
      query: MapQuery,
      ok: MapReport,
      conflict: DeviceDetails,
      ...mapFile,
    }),
    exportTemplateMap: call({
      topics: ['templates'],
      access: 'cloudcontrol',
      method: 'GET',
      path: '/cloudcontrol/v1/templates/{key}/map/',
      summary: "A template's variables with their registers, as CSV or as a workbook",
      params: z.object({ key: TemplateKey }),
      query: MapFileQuery,
      ...tableFile,
      timeout_s: TIMEOUT_S,
    }),
    importTemplateMap: call({
      topics: ['templates'],
      access: 'cloudcontrol',
      // A worker thread reads the file first; a dry run takes back what it wrote.
      tx: 'none',
      timeout_s: TIMEOUT_S,
      method: 'POST',
      path: '/cloudcontrol/v1/templates/{key}/map/',
      confirmed: 'always',
      summary:
        "Sets the variables of a template of the company's own as a file has them, like those of a device; `version` and `newest_version` are its revision",
      params: z.object({ key: TemplateKey }),
      query: MapQuery,
      ok: MapReport,
      conflict: Template,
      ...mapFile,
    }),
  },
  { host: 'cloud_control' },
);
