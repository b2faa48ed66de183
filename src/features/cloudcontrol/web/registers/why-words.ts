import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { JudgedOrder } from '../../../../devices/plausible/order.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';

/** Why an order is judged as it is, a sentence for each reason. */
export function useWhyLabels(): (judged: Pick<JudgedOrder, 'why'>) => string[] {
  const { t } = useTranslation('registers');
  const { number } = useFormat();
  return useCallback(
    ({ why }) =>
      why.map(({ code, ...params }) => {
        const by = typeof params.by === 'number' ? { by: number(params.by, 0) } : {};
        return t(`why.${code}`, { ...params, ...by });
      }),
    [t, number],
  );
}
