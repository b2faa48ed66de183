import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { ImportDialog } from '../../../../shared/web/forms/ImportDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { rgiCalls } from '../../rgi.contract.ts';
import { RgiEffect } from './RgiEffect.tsx';
import type { PlantChoice } from './RgiForm.tsx';
import { useRgiMessages } from './use-rgi-messages.ts';

interface Props {
  plant: string | null;
  plants: readonly PlantChoice[];
  onClose: () => void;
}

interface Given {
  proj_code: string | null;
  name: string;
  until_on: string | null;
  text: string;
}

/** A day that was not given is not sent. */
const fileOf = ({ until_on, ...given }: Given) => ({ ...given, ...(until_on && { until_on }) });

/** The periods of an iCalendar or a CSV file as one entry, all of them or none. */
export function ImportCalendar({ plant, plants, onClose }: Props) {
  const { t } = useTranslation('rgi');
  const form = useRecordForm<typeof rgiCalls.importCalendar, Given>({
    call: rgiCalls.importCalendar,
    record: { proj_code: plant, name: '', until_on: null, text: '' },
    toBody: fileOf,
    fieldOf: (path) => (path.startsWith('text') || path.startsWith('items') ? 'text' : path),
    fromAnswer: () => ({ proj_code: plant, name: '', until_on: null, text: '' }),
    words: useRgiMessages(),
    onSaved: onClose,
  });
  const { name: _, ...asked } = fileOf(form.form.watch());
  const { proj_code, text } = asked;
  return (
    <ImportDialog
      form={form}
      plants={plants}
      onClose={onClose}
      words={{
        title: t('import.title'),
        hint: t('import.hint'),
        plant: t('field.plant'),
        file: t('import.file'),
        text: t('import.text'),
      }}
      accept=".ics,.csv,text/calendar,text/csv"
    >
      <TextField name="name" label={t('field.name')} />
      <DateField name="until_on" label={t('import.until_on')} description={t('import.until_hint')} />
      <RgiEffect
        body={proj_code && text ? asked : null}
        zone={plants.find((one) => one.proj_code === proj_code)?.time_zone ?? HERE}
      />
    </ImportDialog>
  );
}
