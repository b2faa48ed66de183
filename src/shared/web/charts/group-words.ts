import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const GROUPS = [
  'power',
  'grid',
  'dc',
  'energy',
  'temperature',
  'state',
  'weather',
  'strings',
  'process',
  'other',
] as const;

/** A company's own group as a heading: cabinet_fans is "Cabinet fans". */
const heading = (code: string) => {
  const words = code.replaceAll('_', ' ').trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** The words for a group of variables: the catalogue's in the reader's language, a company's own as it called it. */
export function useGroupName(): (code: string) => string {
  const { t } = useTranslation('charts');
  return useCallback(
    (code: string) => {
      const known = GROUPS.find((one) => one === (code || 'other'));
      return known ? t(`group.${known}`) : heading(code);
    },
    [t],
  );
}
