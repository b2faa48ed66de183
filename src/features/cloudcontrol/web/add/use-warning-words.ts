import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { SUNSPEC_WARNINGS } from '../../../../devices/sunspec/chain.ts';
import type { Reason } from '../../configured.contract.ts';

/** Says what is not as the standard has it; a warning of a newer program stands by its code. */
export function useWarningLabels(): (warning: Reason) => string {
  const { t } = useTranslation('add');
  return useCallback(
    (warning: Reason) => {
      const known = SUNSPEC_WARNINGS.find((code) => code === warning.code);
      return known
        ? t(`warning.${known}`, { ...warning, count: Number(warning.left ?? 0) })
        : String(warning.code ?? '');
    },
    [t],
  );
}
