import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { ExportTurns } from '../../../shared/server/export-turns.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours, type PageQuery } from '../../../shared/server/http/pages.ts';
import { languageOf } from '../../../shared/server/language.ts';
import { onceMore } from '../../../shared/server/once-more.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import type { alarmsCalls, alarmWorkCalls } from '../alarms.contract.ts';
import { sendAlarms } from './alarm-export.ts';
import { describeAlarm, filterOf, presentAlarm } from './alarm-presenter.ts';
import { changeAlarm, changeAlarms, commentAlarm } from './alarm-work.service.ts';
import { type AlarmOrder, findPlantId, listAlarms } from './alarms.repository.ts';
import { countSilent } from './silent-devices.repository.ts';

export interface AlarmsDeps {
  readonly pool: pg.Pool;
  readonly now: () => Date;
}

const languageOfReader = (request: FastifyRequest) => languageOf(request.headers['accept-language']);

type ListQuery = PageQuery & Parameters<typeof filterOf>[1];

export function alarmsHandlers({
  pool,
  now,
  exports,
}: AlarmsDeps & { readonly exports: ExportTurns }): Handlers<typeof alarmsCalls & typeof alarmWorkCalls> {
  async function page(scope: Scope, query: ListQuery, request: FastifyRequest, order?: AlarmOrder) {
    const { page, page_size, ...workContext } = query;
    const { count, rows } = await inScope(
      pool,
      scope,
      async (tx) => listAlarms(tx, { filter: await filterOf(tx, workContext), order }, { page, page_size }),
      'read only',
    );
    const language = languageOfReader(request);
    return {
      count,
      ...neighbours(request.url, query, count),
      results: rows.map((row) => presentAlarm(row, language)),
    };
  }

  const silentOf = (scope: Scope, proj_code: string | undefined) =>
    inScope(
      pool,
      scope,
      async (tx) => {
        const plant_id = proj_code === undefined ? undefined : await findPlantId(tx, proj_code);
        return countSilent(tx, plant_id, now().getTime());
      },
      'read only',
    );

  /** Work on alarms, which evaluations write too. */
  const retried = <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
    onceMore(() => inScope(pool, scope, work));

  const workContext = (request: FastifyRequest) => ({ now: now(), language: languageOfReader(request) });

  return {
    async list({ scope, query, request }) {
      const found = await page(scope, query, request, query.order);
      const quiet = found.count === 0 && query.closed === 'false';
      return { ...found, silent: quiet ? await silentOf(scope, query.proj_code) : null };
    },
    bin: ({ scope, query, request }) => page(scope, { ...query, closed: 'true' }, request, 'end_date'),
    exportAlarms: (question) => sendAlarms({ pool, exports }, now(), question),
    one: ({ scope, params, request }) =>
      inScope(pool, scope, (tx) => describeAlarm(tx, params.id, languageOfReader(request)), 'read only'),
    change: ({ scope, params, body, request }) =>
      retried(scope, (tx) => changeAlarm(tx, params.id, body, workContext(request))),
    changeMany: ({ scope, body }) => retried(scope, (tx) => changeAlarms(tx, body, now())),
    comment: ({ scope, params, body, request }) =>
      retried(scope, (tx) => commentAlarm(tx, params.id, body.note, workContext(request))),
  };
}
