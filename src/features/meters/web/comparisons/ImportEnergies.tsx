import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { ImportDialog } from '../../../../shared/web/forms/ImportDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { meterComparisonsCalls } from '../../comparison.contract.ts';

interface Statement {
  proj_code: string | null;
  source: string;
  text: string;
}

/** What the distributor or GSE states of a plant's meters, for comparisons: the register stays as it is. */
export function ImportEnergies({ plant, onClose }: { plant: string | null; onClose: () => void }) {
  const { t } = useTranslation('meters');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const blank: Statement = { proj_code: plant, source: 'gse', text: '' };
  const form = useRecordForm<typeof meterComparisonsCalls.importEnergies, Statement>({
    call: meterComparisonsCalls.importEnergies,
    record: blank,
    fieldOf: (path) => (path.startsWith('text') ? 'text' : path),
    fromAnswer: () => blank,
    words: 'meters',
    onSaved: onClose,
  });
  return (
    <ImportDialog
      {...{ form, plants, onClose }}
      words={{
        ...{ title: t('statement.title'), hint: t('statement.hint'), plant: t('field.plant') },
        ...{ file: t('import.file'), text: t('import.text') },
      }}
      accept=".csv,.txt,text/csv,text/plain"
    >
      <SelectField
        name="source"
        label={t('statement.source')}
        options={(['gse', 'distributor'] as const).map((value) => ({ value, label: t(`source.${value}`) }))}
      />
    </ImportDialog>
  );
}
