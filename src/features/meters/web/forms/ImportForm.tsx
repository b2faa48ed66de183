import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { meterRegisterCalls } from '../../register.contract.ts';

interface Statement {
  proj_code: string | null;
  source: string;
  text: string;
}

/** The readings of a distributor's or GSE's statement, all of them or none. */
export function ImportForm({ plant, onClose }: { plant: string | null; onClose: () => void }) {
  const { t } = useTranslation('meters');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const [file, setFile] = useState<File | null>(null);
  const form = useRecordForm<typeof meterRegisterCalls.importReadings, Statement>({
    call: meterRegisterCalls.importReadings,
    record: { proj_code: plant, source: 'distributor', text: '' },
    fieldOf: (path) => (path.startsWith('text') ? 'text' : path),
    fromAnswer: () => ({ proj_code: plant, source: 'distributor', text: '' }),
    words: 'meters',
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
      <SelectField
        name="source"
        label={t('field.source')}
        options={(['distributor', 'gse', 'hand'] as const).map((value) => ({
          value,
          label: t(`source.${value}`),
        }))}
      />
      <FileInput
        label={t('import.file')}
        accept=".csv,.txt,text/csv,text/plain"
        value={file}
        onChange={(chosen) => void read(chosen)}
        clearable
      />
      <TextAreaField name="text" label={t('import.text')} />
    </FormDialog>
  );
}
