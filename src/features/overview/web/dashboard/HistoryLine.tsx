import { Group, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { useHistoryProgress } from '../progress.ts';

/** Says quietly how much of the past year is filled in, while it is being filled in. */
export function HistoryLine() {
  const { t } = useTranslation('overview');
  const percent = useHistoryProgress();
  if (percent === null) return null;
  const text = t('dashboard.history', { percent });
  return (
    <Group gap={12}>
      <Muted>{text}</Muted>
      <Progress flex={1} maw={240} value={percent} size={4} aria-label={text} />
    </Group>
  );
}
