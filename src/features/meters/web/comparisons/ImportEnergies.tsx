import { useTranslation } from 'react-i18next';
import { meterComparisonsCalls } from '../../comparison.contract.ts';
import { StatementDialog, type StatementDialogProps } from '../forms/StatementDialog.tsx';

/** What the distributor or GSE states of a plant's meters, for comparisons: the register stays as it is. */
export function ImportEnergies(props: StatementDialogProps) {
  const { t } = useTranslation('meters');
  return (
    <StatementDialog
      {...props}
      call={meterComparisonsCalls.importEnergies}
      sources={['gse', 'distributor']}
      words={{ title: t('statement.title'), hint: t('statement.hint'), source: t('statement.source') }}
    />
  );
}
