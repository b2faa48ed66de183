import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { asRead, type FigureName, WRITTEN } from '../../figures.model.ts';
import { type IssueChange, type ReportIssue, reportIssuesCalls } from '../../report-issues.contract.ts';

const isFigure = (name: string): name is FigureName => Object.hasOwn(WRITTEN, name);

function Changes({ changes }: { changes: readonly IssueChange[] }) {
  const { t } = useTranslation('reporting');
  const { number, date } = useFormat();
  const shown = (field: string, value: number | null) =>
    isFigure(field) ? number(asRead(field, value), WRITTEN[field].decimals) : '';
  const period = (of: string) => (of === '' ? t('total') : of.length === 10 ? date(of) : of);
  const head = [
    t('column.plant'),
    t('column.period'),
    t('issue.figure'),
    { text: t('issue.before'), number: true },
    { text: t('issue.after'), number: true },
  ];
  return (
    <PlainTable label={t('issue.changes')} caption={t('issue.changes')} head={head} stacked>
      {changes.map(({ proj_code, period: of, field, before, after }) => (
        <tr key={`${proj_code}/${of}/${field}`}>
          <th scope="row">{proj_code}</th>
          <td data-label={t('column.period')}>{period(of)}</td>
          <td data-label={t('issue.figure')}>{t(`column.${field as 'pr'}`)}</td>
          <td data-number data-label={t('issue.before')}>
            {shown(field, before)}
          </td>
          <td data-number data-label={t('issue.after')}>
            {shown(field, after)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

const INPUTS = ['plant', 'tariff', 'downtime', 'k451_setting', 'rgi'] as const;

/** Of what the figures were made, kind by kind, and what of it is another than in the issue before. */
function useInputs({ sealed: { content } }: ReportIssue) {
  const { t } = useTranslation('reporting');
  const count = (list: readonly { kind: string }[]) =>
    INPUTS.flatMap((kind) => {
      const found = list.filter((one) => one.kind === kind).length;
      return found === 0 ? [] : t(`issue.input.${kind}`, { count: found });
    }).join(', ');
  return { all: count(content.inputs), changed: count(content.changed_inputs) };
}

function Frozen({ issue }: { issue: ReportIssue }) {
  const { t } = useTranslation('reporting');
  const { content, previous_hash } = issue.sealed;
  const { all, changed } = useInputs(issue);
  return (
    <>
      {!issue.is_whole && <Note tone="alarm">{t('issue.broken')}</Note>}
      <Facts min={260}>
        <Fact label={t('issue.notes')}>{content.notes}</Fact>
        <Fact label={t('issue.inputs')}>{all}</Fact>
        {issue.corrects !== null && <Fact label={t('issue.changed_inputs')}>{changed}</Fact>}
        <Fact label={t('issue.hash')}>
          <code style={{ overflowWrap: 'anywhere' }}>{issue.hash}</code>
        </Fact>
        <Fact label={t('issue.previous')}>
          {previous_hash && <code style={{ overflowWrap: 'anywhere' }}>{previous_hash}</code>}
        </Fact>
      </Facts>
      {content.changes.length > 0 && <Changes changes={content.changes} />}
    </>
  );
}

/** What an issue was made of, by what it is known, and what it corrects. */
export function IssueFacts({ id }: { id: number }) {
  const query = useCall(reportIssuesCalls.get, { params: { id: String(id) } });
  return (
    <Known query={query} height={160}>
      {(issue) => <Frozen issue={issue} />}
    </Known>
  );
}
