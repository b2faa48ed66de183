import { useTranslation } from 'react-i18next';
import type { RecordAttachment } from '../../contract/record-notes.ts';
import { HERE } from '../format/dates.ts';
import { useFormat } from '../format/use-format.ts';

/** When a photo was taken; of other files, and of photos that nobody knows it of, when they came. */
export function useFileTime() {
  const { t } = useTranslation('records');
  const { dateTime } = useFormat();
  return ({ taken_at, created_at }: Pick<RecordAttachment, 'taken_at' | 'created_at'>): string =>
    taken_at === null
      ? t('received_at', { time: dateTime(created_at, HERE) })
      : t('taken_at', { time: dateTime(taken_at, HERE) });
}
