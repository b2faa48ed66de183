import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { ImportDialog } from '../../../../shared/web/forms/ImportDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type ImportedPayments, receivedPaymentsCalls } from '../../payments.contract.ts';

interface Statement {
  proj_code: string | null;
  trial: boolean;
  text: string;
}

/** The lines of a payer's statement: tried first, then booked, all of them or none. */
export function ImportPayments({ plant, onClose }: { plant: string; onClose: () => void }) {
  const { t } = useTranslation('revenues');
  const { euro } = useFormat();
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const [found, setFound] = useState<ImportedPayments | null>(null);
  const form = useRecordForm<typeof receivedPaymentsCalls.importPayments, Statement>({
    call: receivedPaymentsCalls.importPayments,
    record: { proj_code: plant, trial: true, text: '' },
    fieldOf: (path) => (path.startsWith('text') ? 'text' : path),
    fromAnswer: () => ({ proj_code: plant, trial: true, text: '' }),
    quiet: true,
    words: 'revenues',
    onSaved: (answer: ImportedPayments) => {
      if (!answer.trial) {
        toast.saved(t('payments.title'));
        onClose();
      }
      setFound(answer);
    },
  });
  const { trial } = form.form.watch() as Statement;
  return (
    <ImportDialog
      form={form}
      plants={plants}
      onClose={onClose}
      words={{
        title: t('payment_import.title'),
        hint: t('payment_import.hint'),
        plant: t('payment_import.plant'),
        file: t('payment_import.file'),
        text: t('payment_import.text'),
      }}
      submit={t(trial ? 'payment_import.try' : 'payment_import.book')}
      accept=".csv,.txt,text/csv,text/plain"
    >
      <SwitchField name="trial" label={t('payment_import.trial')} />
      {found?.trial && (
        <Note tone="success" role="status">
          {t('payment_import.found', { count: found.lines.length, eur: euro(found.total_eur) })}
        </Note>
      )}
    </ImportDialog>
  );
}
