import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { rgiCalls } from '../../rgi.contract.ts';
import type { PlantChoice } from './RgiForm.tsx';

interface Props {
  plant: string | null;
  plants: readonly PlantChoice[];
  onClose: () => void;
}

interface Given {
  proj_code: string | null;
  name: string;
  text: string;
}

/** The events of an iCalendar as one entry, all of them or none. */
export function ImportCalendar({ plant, plants, onClose }: Props) {
  const { t } = useTranslation('rgi');
  const [file, setFile] = useState<File | null>(null);
  const form = useRecordForm<typeof rgiCalls.importCalendar, Given>({
    call: rgiCalls.importCalendar,
    record: { proj_code: plant, name: '', text: '' },
    fieldOf: (path) => (path.startsWith('text') || path.startsWith('items') ? 'text' : path),
    fromAnswer: () => ({ proj_code: plant, name: '', text: '' }),
    words: 'rgi',
    onSaved: onClose,
  });
  const read = async (chosen: File | null) => {
    setFile(chosen);
    if (chosen) form.form.setValue('text', await chosen.text(), { shouldDirty: true });
  };
  return (
    <FormDialog form={form} title={t('import.title')} onClose={onClose}>
      <Muted>{t('import.hint')}</Muted>
      <SelectField
        name="proj_code"
        label={t('field.plant')}
        required
        searchable
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <TextField name="name" label={t('field.name')} />
      <FileInput
        label={t('import.file')}
        accept=".ics,text/calendar"
        value={file}
        onChange={(chosen) => void read(chosen)}
        clearable
      />
      <TextAreaField name="text" label={t('import.text')} />
    </FormDialog>
  );
}
