import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { ImportDialog } from '../../../../shared/web/forms/ImportDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import type { meterComparisonsCalls } from '../../comparison.contract.ts';
import type { meterRegisterCalls } from '../../register.contract.ts';

interface Statement {
  proj_code: string | null;
  source: string;
  text: string;
}

export interface StatementDialogProps {
  plant: string | null;
  onClose: () => void;
}

interface Props extends StatementDialogProps {
  call: typeof meterRegisterCalls.importReadings | typeof meterComparisonsCalls.importEnergies;
  /** Who can have stated it; the first is proposed. */
  sources: readonly ('distributor' | 'gse' | 'hand')[];
  words: { title: string; hint: string; source: string };
}

/** A statement about a plant's meters: all lines of it are taken over, or none. */
export function StatementDialog({ call, plant, sources, words, onClose }: Props) {
  const { t } = useTranslation('meters');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const blank: Statement = { proj_code: plant, source: sources[0] ?? '', text: '' };
  const form = useRecordForm<Props['call'], Statement>({
    call,
    record: blank,
    fieldOf: (path) => (path.startsWith('text') ? 'text' : path),
    fromAnswer: () => blank,
    words: 'meters',
    onSaved: onClose,
  });
  return (
    <ImportDialog
      form={form}
      plants={plants}
      onClose={onClose}
      words={{
        title: words.title,
        hint: words.hint,
        plant: t('field.plant'),
        file: t('import.file'),
        text: t('import.text'),
      }}
      accept=".csv,.txt,text/csv,text/plain"
    >
      <SelectField
        name="source"
        label={words.source}
        options={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
    </ImportDialog>
  );
}
