import { useTranslation } from 'react-i18next';
import { meterRegisterCalls } from '../../register.contract.ts';
import { StatementDialog, type StatementDialogProps } from './StatementDialog.tsx';

/** The readings of a distributor's or GSE's statement, for the register. */
export function ImportForm(props: StatementDialogProps) {
  const { t } = useTranslation('meters');
  return (
    <StatementDialog
      {...props}
      call={meterRegisterCalls.importReadings}
      sources={['distributor', 'gse', 'hand']}
      words={{ title: t('import.title'), hint: t('import.hint'), source: t('field.source') }}
    />
  );
}
