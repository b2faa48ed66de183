import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { type ReportKind, reportIssuesCalls } from '../../report-issues.contract.ts';

/** So many plants are named, of more it is told how many. */
const NAMED = 5;

interface Props {
  kind: ReportKind;
  asked: { plants: readonly string[]; from: string; to: string; by: 'day' | 'month' | 'year' };
  onClose: () => void;
}

/** Freezes the report that is on screen; what was issued before of the same plants and days is corrected. */
export function IssueDialog({ kind, asked: { plants, ...span }, onClose }: Props) {
  const { t } = useTranslation('reporting');
  const { date } = useFormat();
  const form = useRecordForm({
    call: reportIssuesCalls.issue,
    record: { notes: '' },
    words: 'reporting',
    toBody: ({ notes }) => ({ kind, ...span, ...(plants.length > 0 && { codes: [...plants] }), notes }),
    // What the days or plants of the page are refused for stands above the form.
    fieldOf: (path) => (path === 'notes' ? path : ''),
    fromAnswer: () => ({ notes: '' }),
    onSaved: onClose,
  });
  const named = plants.length > NAMED ? t('issue.plants', { count: plants.length }) : plants.join(', ');
  const plant = plants.length === 0 ? t('any_plant') : named;
  const days = `${date(span.from)} – ${date(span.to)}`;
  return (
    <FormDialog
      form={form}
      title={t('issue.title', { report: t(`${kind}.title`) })}
      submit={t('issue.action')}
      text={t('issue.final')}
      onClose={onClose}
    >
      <Note tone="brand">{t('issue.of', { plant, days })}</Note>
      <TextAreaField name="notes" label={t('issue.notes')} description={t('issue.notes_hint')} />
    </FormDialog>
  );
}
