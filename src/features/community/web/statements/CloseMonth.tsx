import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { CheckboxField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type StatementTrial, statementsCalls } from '../../statements.contract.ts';
import { Missing } from './Missing.tsx';
import { usePastMonths } from './past-months.ts';

// What somebody else closed meanwhile is shown by the trial, which follows it; nothing of it is a field of this form.
const CLOSING = { ...statementsCalls.close, conflict: undefined };

/** What the month comes to, and what is not known of it. */
function Comes({ trial }: { trial: StatementTrial }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { now, last } = trial;
  return (
    <Stack gap={12}>
      <Figures columns={4}>
        <Figure label={t('field.shared_kwh')} value={number(now.energy.shared_kwh, 0)} unit="kWh" />
        <Figure label={t('field.due_cents')} value={number(now.total.due.cents / 100, 2)} unit="€" />
        {last && (
          <Figure
            label={t('field.change_cents')}
            value={number(now.total.change.cents / 100, 2)}
            unit="€"
            note={t('close.since', { number: `${last.number}/${last.year}` })}
          />
        )}
      </Figures>
      {last && <Note tone="brand">{t('close.corrects', { number: `${last.number}/${last.year}` })}</Note>}
      <Missing content={now} />
    </Stack>
  );
}

/** Closes a month: what it comes to and what lacks is seen before, and is never changed after. */
export function CloseMonth({ community, onClose }: { community: number; onClose: () => void }) {
  const { t } = useTranslation('statements');
  const navigate = useNavigate();
  const months = usePastMonths();
  const [month, setMonth] = useState(months[0]?.value ?? '');
  const trial = useCall(statementsCalls.trial, { body: { community, month } });
  const lacking = trial.data?.now.missing_hours ?? 0;
  const told = trial.data?.advance_cents ?? null;
  const form = useRecordForm({
    call: CLOSING,
    record: { month, advance: null as number | string | null, seen: false },
    words: 'statements',
    toBody: ({ advance, seen, ...given }) => ({
      ...{ community, month: given.month, replaces: trial.data?.last?.id ?? null },
      missing_hours: seen ? lacking : 0,
      seen: trial.data?.digest,
      advance_cents: typeof advance === 'number' ? Math.round(advance * 100) : advance,
    }),
    fieldOf: (path) => ({ advance_cents: 'advance', missing_hours: 'seen' })[path] ?? path,
    savedAs: ({ month: of }) => of,
    onSaved: ({ id }) =>
      void navigate({ to: '/apps/cerresid/energy_community/statements/$id', params: { id: String(id) } }),
  });
  const { setValue } = form.form;
  // A correction starts from the advance that was told.
  useEffect(() => setValue('advance', told === null ? null : told / 100), [setValue, told]);
  // What lacks is seen anew when it is another month's, or has changed meanwhile.
  const shown = `${month} ${lacking}`;
  useEffect(() => {
    if (shown !== '') setValue('seen', false);
  }, [setValue, shown]);
  return (
    <FormDialog
      form={form}
      title={t('close.title')}
      submit={t('close.action')}
      text={t('close.final')}
      size={680}
      blocked={trial.data === undefined}
      onClose={onClose}
    >
      <SelectField
        name="month"
        label={t('field.month')}
        options={months}
        onChosen={(value) => setMonth(String(value))}
      />
      <Known query={trial} height={160}>
        {(known) => <Comes trial={known} />}
      </Known>
      <NumberField name="advance" label={t('field.advance')} description={t('field.advance_hint')} unit="€" />
      {lacking > 0 && <CheckboxField name="seen" label={t('missing.seen', { count: lacking })} />}
    </FormDialog>
  );
}
