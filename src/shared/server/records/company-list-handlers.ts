import type { CompanyListCalls, CompanyListRow } from '../../contract/company-list.ts';
import type { Topic } from '../../contract/topics.ts';
import type { AuditAction } from '../audit.ts';
import { notFound } from '../errors.ts';
import { type TableColumn, tableAnswer } from '../export/table-answer.ts';
import type { Handlers } from '../http/mount.ts';
import type { Language } from '../language.ts';
import { notifyTopics } from '../live/notice.ts';
import type { Tx } from '../tenancy.ts';
import { restore, softDelete } from './bin.ts';
import { listRows } from './company-list.repository.ts';
import { binOf, type CompanyList, changeRow, createRow } from './company-list.ts';
import { listHistory } from './history.repository.ts';

interface NamedList {
  /** Has `name`, `description` and `deleted_at`. */
  readonly table: string;
  /** What the audit calls a row, in `…created`, `…changed`, `…removed`, `…restored` and `…purged`. */
  readonly audit: CompanyList<CompanyListRow>['audit'];
  /** What its calls are about: other browsers' pages of it follow what is changed. */
  readonly topic: Topic;
  /** What stands in the area's words under `list`. */
  readonly words: Readonly<
    Record<Language, { readonly list: Readonly<Record<'title' | 'name' | 'file', string>> }>
  >;
  /** What its rows have beside name and description; the area's contract extends the schemas of the calls by it. */
  readonly more?: {
    readonly columns: readonly string[];
    /** Columns of its file. */
    file(language: Language): TableColumn<CompanyListRow>[];
    /** Before a row goes into the bin, and before it goes for ever. @throws AppError where something uses it */
    beforeRemove(tx: Tx, row: CompanyListRow): Promise<void>;
  };
}

const DESCRIPTION = { en: 'Description', it: 'Descrizione' } as const;
const MAX_ROWS = 200;

/** The handlers of a `companyList` of the contract: rows with a name and a description, their file and their bin. */
export function companyListHandlers(named: NamedList): Handlers<CompanyListCalls> {
  const { table, audit, topic, words, more } = named;
  const list = {
    table,
    columns: ['name', 'description', ...(more?.columns ?? [])],
    bin: true,
    atMost: MAX_ROWS,
    audit,
    ...(more && { beforeRemove: more.beforeRemove }),
    notify: (tx) => notifyTopics(tx, [topic]),
  } satisfies CompanyList<CompanyListRow>;
  const action = (what: string) => `${audit}.${what}` as AuditAction;
  const bin = binOf<CompanyListRow>(list, {
    deleted: action('removed'),
    restored: action('restored'),
    purged: action('purged'),
  });
  return {
    list: ({ tx }) => listRows<CompanyListRow>(tx, list),
    async exportList({ tx, query, language: asked, now }) {
      const { format, language = asked } = query;
      const { title, name, file } = words[language].list;
      return tableAnswer<CompanyListRow>({
        name: `${file}-${now.toISOString().slice(0, 10)}`,
        sheet: title,
        language,
        format,
        columns: [
          { head: name, of: (row) => row.name },
          { head: DESCRIPTION[language], width: 60, of: (row) => row.description },
          ...(more?.file(language) ?? []),
        ],
        page: { rows: await listRows<CompanyListRow>(tx, list) },
      });
    },
    create: ({ tx, body }) => createRow<CompanyListRow>(tx, list, body),
    update: ({ tx, params, body }) => changeRow<CompanyListRow>(tx, list, { ...body, ...params }),
    remove: ({ tx, params, now }) => softDelete(tx, bin, params.id, { now }),
    async history({ tx, params, query }) {
      const rows = await listRows<CompanyListRow>(tx, list);
      if (!rows.some(({ id }) => id === params.id)) notFound();
      return listHistory(tx, { kind: audit, id: params.id }, query);
    },
    listBin: ({ tx, query }) => bin.list(tx, query),
    restore: ({ tx, params }) => restore(tx, bin, params.id),
    purge: ({ tx, params }) => bin.purge(tx, params.id),
  };
}
