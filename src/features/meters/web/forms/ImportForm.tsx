import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { ImportDialog } from '../../../../shared/web/forms/ImportDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
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
  const form = useRecordForm<typeof meterRegisterCalls.importReadings, Statement>({
    call: meterRegisterCalls.importReadings,
    record: { proj_code: plant, source: 'distributor', text: '' },
    fieldOf: (path) => (path.startsWith('text') ? 'text' : path),
    fromAnswer: () => ({ proj_code: plant, source: 'distributor', text: '' }),
    words: 'meters',
    onSaved: onClose,
  });
  return (
    <ImportDialog
      {...{ form, plants, onClose }}
      words={{
        ...{ title: t('import.title'), hint: t('import.hint'), plant: t('field.plant') },
        ...{ file: t('import.file'), text: t('import.text') },
      }}
      accept=".csv,.txt,text/csv,text/plain"
    >
      <SelectField
        name="source"
        label={t('field.source')}
        options={(['distributor', 'gse', 'hand'] as const).map((value) => ({
          value,
          label: t(`source.${value}`),
        }))}
      />
    </ImportDialog>
  );
}
