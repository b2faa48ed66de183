import { ColorSwatch, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { AlarmRulePreview } from '../../alarm-rules.contract.ts';
import classes from './rules.module.css';

type Day = AlarmRulePreview['days'][number];
const share = (count: number, max: number) => `${(100 * count) / Math.max(1, max)}%`;

const COLOURS = { proposed: 'var(--brand)', in_force: 'var(--nodata-solid)' } as const;

/** What would have opened, day by day, over what opens with the values in force. */
export function PreviewBars({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('rules');
  const { date } = useFormat();
  const max = Math.max(...days.flatMap(({ proposed, in_force }) => [proposed, in_force]));
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || max === 0) return null;
  const named = (day: string) => date(`${day}T12:00:00Z`, 'UTC');
  const busiest = days.reduce((best, day) => (day.proposed > best.proposed ? day : best), first);
  const bar = (series: keyof typeof COLOURS, count: number) =>
    ({ position: 'absolute', bottom: 0, height: share(count, max), background: COLOURS[series] }) as const;
  const label = t('preview.bars', { day: named(busiest.day), count: busiest.proposed });
  return (
    <div>
      <div className={classes.bars} role="img" aria-label={label}>
        {days.map(({ day, proposed, in_force }) => (
          <span key={day} className={classes.day} title={`${named(day)}: ${proposed} / ${in_force}`}>
            <span style={{ ...bar('in_force', in_force), insetInline: 0, opacity: 0.6 }} />
            <span style={{ ...bar('proposed', proposed), insetInline: '20%' }} />
          </span>
        ))}
      </div>
      <Group justify="space-between" gap={8} c="dimmed" fz={12} aria-hidden="true">
        <span>{named(first.day)}</span>
        <span>{t('preview.most', { count: max })}</span>
        <span>{named(last.day)}</span>
      </Group>
      <Group gap="4px 12px" fz={12} aria-hidden="true">
        {(['proposed', 'in_force'] as const).map((series) => (
          <Group key={series} gap={6}>
            <ColorSwatch size={10} radius={2} withShadow={false} color={COLOURS[series]} />
            {t(`preview.${series}`)}
          </Group>
        ))}
      </Group>
    </div>
  );
}
