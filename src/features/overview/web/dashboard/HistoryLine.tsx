import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useHistoryProgress } from '../progress.ts';
import styles from './HistoryLine.module.css';

/** Says quietly how much of the past year is filled in, while it is being filled in. */
export function HistoryLine() {
  const { t } = useTranslation('overview');
  const percent = useHistoryProgress();
  if (percent === null) return null;
  const text = t('dashboard.history', { percent });
  return (
    <div className={styles.line}>
      <span>{text}</span>
      <Progress className={styles.bar ?? ''} value={percent} size={4} aria-label={text} />
    </div>
  );
}
