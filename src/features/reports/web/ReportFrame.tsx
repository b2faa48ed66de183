import { Button } from '@mantine/core';
import { IconRubberStamp, type IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../shared/web/company/context.tsx';
import { DataTable } from '../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
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

interface Props<Shown extends Row> {
  kind: ReportKind;
  /** What is asked for. */
  asked: {
    readonly plant: string | undefined;
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

/** The page of a report: plant and days, its figures as table and file, and what of it was issued. */
export function ReportFrame<Shown extends Row>(props: Props<Shown>) {
  const { kind, asked, fields, query, columns, icon, load, note } = props;
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
              <DataTable
                label={title}
                columns={columns}
                rows={rows}
                rowKey={({ key }) => key}
                arranged
                search={null}
                empty={{ icon, title: t('no_data') }}
              />
            </>
          )
        }
      </Known>
      <IssuedReports kind={kind} />
      {may && <ScheduledReports kind={kind} plant={asked.plant} />}
      {issuing && <IssueDialog kind={kind} asked={asked} onClose={() => setIssuing(false)} />}
    </Page>
  );
}
