import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';

/** So many boxes are named; of more it is said how many they are. */
const NAMED = 12;

export const namesOf = (boxes: readonly { readonly serial: string }[]): string =>
  boxes
    .slice(0, NAMED)
    .map(({ serial }) => serial)
    .join(', ');

/** Names the first of some boxes, and says how many more there are. */
export function useSerials(): (serials: readonly string[], count: number) => string {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  return (serials, count) => {
    const names = serials.slice(0, NAMED).join(', ');
    const more = Math.max(0, count - Math.min(NAMED, serials.length));
    return more > 0 ? t('switch.and_more', { names, count: more, shown: number(more, 0) }) : names;
  };
}
