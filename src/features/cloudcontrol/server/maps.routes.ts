import type pg from 'pg';
import type { z } from 'zod';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { TableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { seesDevice } from '../../plants/server/devices.public.ts';
import type { MapFileQuery, MapQuery, MapReport, mapsCalls } from '../maps.contract.ts';
import { getDetails } from './details.ts';
import { EXAMPLE_MAP } from './map-example.ts';
import { type MapFile, mapFile } from './map-file.ts';
import { MapFiles } from './map-files.ts';
import { mapVariableOf } from './map-report.ts';
import { importDeviceMap, type MapImport } from './maps.service.ts';
import { importTemplateMap, writtenTemplate } from './template-maps.ts';
import { getTemplate } from './templates.service.ts';

/** Thrown where a dry run ends, so that nothing of it is kept. */
class DryRunEnds extends Error {
  readonly report: MapReport;
  constructor(report: MapReport) {
    super('a dry run ends');
    this.report = report;
  }
}

/** Runs the import; a dry run leaves nothing behind. */
async function runImport(
  work: (keep: (report: MapReport) => MapReport) => Promise<MapReport>,
  dry_run: boolean,
): Promise<MapReport> {
  try {
    return await work((report) => {
      if (dry_run) throw new DryRunEnds(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRunEnds) return error.report;
    throw error;
  }
}

async function mapOfDevice(tx: Tx, id: number, now: Date): Promise<MapFile> {
  const { device, variables } = await getDetails(tx, id, now);
  return {
    name: `${device.short_name}-${now.toISOString().slice(0, 10)}`,
    variables: variables.map((one) => ({
      name: { ...one, ...one.of_name },
      variable: mapVariableOf(one),
    })),
  };
}

/** The bytes of a file that was sent as it is. @throws AppError invalid */
function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new AppError('invalid', 'Send the file itself, as text/csv or as a workbook');
}

/** A map, or an example of one, as the file that is asked for. */
function answered(found: MapFile, { example, lang, format }: z.output<typeof MapFileQuery>): TableAnswer {
  const map = example === 'true' ? { variables: EXAMPLE_MAP, name: 'map-example' } : found;
  return mapFile(map, { language: lang, format });
}

interface Import {
  readonly scope: Scope;
  readonly query: z.output<typeof MapQuery>;
  readonly body: unknown;
  readonly now: Date;
}

export function mapsHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof mapsCalls> {
  const files = new MapFiles();
  const reading = <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => inScope(pool, scope, work, 'read only');
  const take = async (
    { scope, query, body, now }: Import,
    work: (tx: Tx, request: MapImport) => Promise<MapReport>,
  ): Promise<MapReport> => {
    const dry_run = query.dry_run === 'true';
    const request: MapImport = {
      table: await files.read(scope, bytesOf(body)),
      manner: query.addresses,
      remove_others: query.remove_others === 'true',
      dry_run,
      version: query.version,
      now,
    };
    return runImport((keep) => inScope(pool, scope, async (tx) => keep(await work(tx, request))), dry_run);
  };
  return {
    exportMap: async ({ tx, params, query, now }) => answered(await mapOfDevice(tx, params.id, now), query),
    async importMap(context) {
      const { scope, params } = context;
      if (!(await reading(scope, (tx) => seesDevice(tx, params.id)))) notFound();
      return take(context, (tx, request) => importDeviceMap(tx, params.id, request));
    },
    async exportTemplateMap({ tx, params, query, now }) {
      const { name, variables } = await writtenTemplate(tx, params.key);
      return answered({ variables, name: `${name}-${now.toISOString().slice(0, 10)}` }, query);
    },
    async importTemplateMap(context) {
      const { scope, params } = context;
      await reading(scope, (tx) => getTemplate(tx, params.key));
      return take(context, (tx, request) => importTemplateMap(tx, params.key, request));
    },
  };
}
