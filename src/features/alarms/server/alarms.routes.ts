import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { Alarm, alarmsCalls } from '../alarms.contract.ts';
import { languageOf, sentenceOf } from './alarm-words.ts';
import { type AlarmRow, listAlarms, seesPlantCode } from './alarms.repository.ts';

function present(row: AlarmRow, language: ReturnType<typeof languageOf>): Alarm {
  return {
    ...row,
    message: sentenceOf(row.code, language),
    date: row.date.toISOString(),
    end_date: row.end_date?.toISOString() ?? null,
  };
}

export function alarmsHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof alarmsCalls> {
  return {
    async list({ scope, query, request }) {
      const { closed, proj_code, ...page } = query;
      const filter = { closed: closed === undefined ? undefined : closed === 'true', proj_code };
      const { count, rows } = await inScope(
        pool,
        scope,
        async (tx) => {
          if (proj_code !== undefined && !(await seesPlantCode(tx, proj_code))) notFound();
          return listAlarms(tx, filter, page);
        },
        'read only',
      );
      const language = languageOf(request.headers['accept-language']);
      return {
        count,
        ...neighbours(request.url, page, count),
        results: rows.map((row) => present(row, language)),
      };
    },
  };
}
