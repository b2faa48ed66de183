import { Button } from '@mantine/core';
import { IconRubberStamp, type IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../shared/web/company/context.tsx';
import { arrangedRows, type DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
import { ListTable } from '../../../shared/web/list/ListTable.tsx';
import type { ListFields } from '../../../shared/web/list/list-state.ts';
import type { ListAddress } from '../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import type { ReportKind } from '../report-issues.contract.ts';
import { IssueDialog } from './issues/IssueDialog.tsx';
import { IssuedReports } from './issues/IssuedReports.tsx';
import { ScheduledReports } from './schedules/ScheduledReports.tsx';

interface Row {
  readonly key: string;
}

interface Props<Shown extends Row, F extends ListFields> {
  kind: ReportKind;
  state: ListAddress<F>;
  /** What is asked for. */
  asked: {
    /** None: all. */
    readonly plants: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly by: 'day' | 'month' | 'year';
  };
  /** Fields that narrow the report. */
  fields: ReactNode;
  query: {
    data: readonly Shown[] | undefined;
    error: unknown;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  columns: readonly DataColumn<Shown>[];
  icon: typeof IconTable;
  load: (format: 'csv' | 'xlsx' | 'pdf') => Promise<Blob>;
  /** What is to be known of the figures. */
  note?: string | undefined;
}

const NOTHING_CHOSEN = { chosen: new Set<string>(), onChosen: () => undefined };

/** The rows as they come, all plants above, or in an order that the reader asks for, by the columns that they chose. */
function Rows<Shown extends Row, F extends ListFields>({
  title,
  state,
  columns,
  query,
  rows,
  icon,
}: Pick<Props<Shown, F>, 'state' | 'columns' | 'query' | 'icon'> & {
  title: string;
  rows: readonly Shown[];
}) {
  const { t } = useTranslation('reporting');
  const [sort, setSort] = useState('');
  const ordered = useMemo(() => arrangedRows(rows, columns, { q: '', sort }), [rows, columns, sort]);
  return (
    <ListTable
      state={state}
      columns={columns}
      query={query}
      label={title}
      rows={ordered}
      rowKey={({ key }) => key}
      arranged
      sort={{ value: sort, onChange: setSort }}
      search={null}
      empty={{ icon, title: t('no_data') }}
      count={undefined}
      selection={NOTHING_CHOSEN}
    />
  );
}

/** The page of a report: plant and days, its figures as table and file, and what of it was issued. */
export function ReportFrame<Shown extends Row, F extends ListFields>(props: Props<Shown, F>) {
  const { kind, state, asked, fields, query, columns, icon, load, note } = props;
  const { t } = useTranslation('reporting');
  const may = useCan('records.write');
  const [issuing, setIssuing] = useState(false);
  const title = t(`${kind}.title`);
  return (
    <Page
      title={title}
      subtitle={t(`${kind}.subtitle`)}
      actions={
        <>
          <ExportMenu name={kind} formats={['csv', 'xlsx']} load={load} print={() => load('pdf')} />
          {may && (
            <Button leftSection={<IconRubberStamp size={16} />} onClick={() => setIssuing(true)}>
              {t('issue.action')}
            </Button>
          )}
        </>
      }
    >
      <Toolbar>{fields}</Toolbar>
      <Known query={query} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Muted>{t('no_data')}</Muted>
          ) : (
            <>
              {note && <Note tone="muted">{note}</Note>}
              <Rows title={title} state={state} columns={columns} query={query} rows={rows} icon={icon} />
            </>
          )
        }
      </Known>
      <IssuedReports kind={kind} />
      {may && <ScheduledReports kind={kind} plants={asked.plants} />}
      {issuing && <IssueDialog kind={kind} asked={asked} onClose={() => setIssuing(false)} />}
    </Page>
  );
}
