import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTablePager } from '../../../../shared/web/list/DataTableBar.tsx';
import { ExportMenu } from '../../../../shared/web/list/ExportMenu.tsx';
import { useTablePage } from '../../../../shared/web/list/use-table-page.ts';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type ReportIssueRow, type ReportKind, reportIssuesCalls } from '../../report-issues.contract.ts';
import { IssueFacts } from './IssueFacts.tsx';

/** Plants of an issue that are named; of more, how many they are. */
const NAMED = 3;

function Row({ issue, open, onOpen }: { issue: ReportIssueRow; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation('reporting');
  const { date, dateTime, language } = useFormat();
  const { id_client: company } = useCompany();
  const { id, kind, year, number, revision, codes, from, to, issued_by, issued_at, changes } = issue;
  const load = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(reportIssuesCalls.file, { params: { id: String(id) }, query: { format, language }, company });
  return (
    <>
      <tr style={{ verticalAlign: 'top' }}>
        <th scope="row">
          <FoldButton open={open} onToggle={onOpen}>{`${number}/${year}`}</FoldButton>
        </th>
        <td data-label={t('issue.days')}>
          <Nowrap>{`${date(from)} – ${date(to)}`}</Nowrap>
        </td>
        <td data-label={t('column.plant')}>
          {codes.length > NAMED ? t('issue.plants', { count: codes.length }) : codes.join(', ')}
        </td>
        <td data-label={t('issue.what')}>
          {revision === 0 ? t('issue.first') : t('issue.correction', { revision, count: changes })}
        </td>
        <td data-label={t('issue.by')}>
          {issued_by}
          <Muted as="div">{dateTime(issued_at)}</Muted>
        </td>
        <td>
          <ExportMenu
            name={`${kind}-${year}-${number}`}
            formats={['csv', 'xlsx']}
            load={load}
            print={() => load('pdf')}
          />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={6}>
            <IssueFacts id={id} />
          </td>
        </tr>
      )}
    </>
  );
}

/** What was issued of a report, the newest first. */
export function IssuedReports({ kind }: { kind: ReportKind }) {
  const { t } = useTranslation('reporting');
  const [open, setOpen] = useState<number | null>(null);
  const paged = useTablePage();
  const query = useCall(
    reportIssuesCalls.list,
    { query: { ...paged.query, kind } },
    { placeholderData: (before) => before },
  );
  const { paging } = paged.table(query.data?.count, t('issue.list'));
  const head = [
    t('issue.number'),
    t('issue.days'),
    t('column.plant'),
    t('issue.what'),
    t('issue.by'),
    { text: t('issue.file'), hidden: true },
  ];
  return (
    <Section title={t('issue.list')} hint={t('issue.list_hint')} look="table">
      <Known query={query} height={120}>
        {({ count, results: issues }) =>
          count === 0 ? (
            <Muted>{t('issue.none')}</Muted>
          ) : (
            <>
              <PlainTable label={t('issue.list')} head={head} inset stacked>
                {issues.map((issue) => (
                  <Row
                    key={issue.id}
                    issue={issue}
                    open={open === issue.id}
                    onOpen={() => setOpen(open === issue.id ? null : issue.id)}
                  />
                ))}
              </PlainTable>
              {count > paging.page_size && <DataTablePager {...paging} />}
            </>
          )
        }
      </Known>
    </Section>
  );
}
