import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { ComparedSide } from '../../comparison.contract.ts';

/** How figures of comparisons are written: what is not known is a dash, and a difference has its sign. */
export function useFigures() {
  const { t } = useTranslation('meters');
  const { number } = useFormat();
  return useMemo(() => {
    const signed = (value: number | null, decimals: number): string =>
      value === null ? UNKNOWN : `${value > 0 ? '+' : ''}${number(value, decimals)}`;
    const percent = (share: number | null): string =>
      share === null ? UNKNOWN : `${number(share * 100, 1)} %`;
    return {
      kwh: (value: number | null) => number(value, 1),
      signedKwh: (value: number | null) => signed(value, 1),
      signedPct: (value: number | null) => (value === null ? UNKNOWN : `${signed(value, 2)} %`),
      percent,
      /** Why a side is missing or untold; empty where it is told. */
      gap: ({ gap }: ComparedSide): string => (gap === null ? '' : t(`compare.gap.${gap}`)),
    };
  }, [t, number]);
}
