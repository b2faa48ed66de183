import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DEVICE_CATEGORIES } from '../../../plants/plants.model.ts';

/** What a kind of devices is called where it has no category of the company's own; a newer one goes by its code. */
export function useKindLabels(): (kind: string) => string {
  const { t } = useTranslation('catalogue');
  return useCallback(
    (kind: string) => {
      const known = DEVICE_CATEGORIES.find((one) => one === kind);
      return known ? t(`device_kind.${known}`) : kind;
    },
    [t],
  );
}
