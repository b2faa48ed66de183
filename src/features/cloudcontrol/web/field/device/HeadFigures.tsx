import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../../../shared/web/page/Figures.tsx';
import type { Standing, TabProps } from './standing.ts';
import { countReadNow } from './variables/reading-now.model.ts';

function bytesOf(bytes: number): { value: number; unit: string } {
  if (bytes < 10_000) return { value: bytes, unit: 'B' };
  return bytes < 10_000_000 ? { value: bytes / 1000, unit: 'kB' } : { value: bytes / 1_000_000, unit: 'MB' };
}

/** How fast it answers; of a device that does not answer now, how fast it last did. */
function Latency({ health }: Pick<Standing, 'health'>) {
  const { t } = useTranslation('field');
  const { number } = useFormat();
  const said = number(health.latency_ms, 0);
  if (health.state !== 'answering' || health.latency_ms === null) {
    const note = health.latency_ms === null ? t('head.latency_note') : t('head.latency_last', { ms: said });
    return <Figure label={t('column.latency')} value={null} note={note} />;
  }
  return <Figure label={t('column.latency')} value={said} unit="ms" note={t('head.latency_note')} />;
}

/** How many variables hold a value of now. */
function ReadNow({ details, standing }: Pick<TabProps, 'details' | 'standing'>) {
  const { t } = useTranslation('field');
  const { number } = useFormat();
  const { good, enabled } = countReadNow(details.variables, standing);
  const off = details.variables.length - enabled;
  const of = t('head.of_variables', { count: enabled, all: number(enabled, 0) });
  return (
    <Figure
      label={t(details.device.virtual ? 'head.calculated' : 'head.variables')}
      value={number(good, 0)}
      note={off > 0 ? `${of} · ${t('head.off', { count: off, all: number(off, 0) })}` : of}
      hint={t('head.variables_hint')}
    />
  );
}

/** What is known of the device's answers, in five figures. */
export function HeadFigures({ details, standing, now }: TabProps) {
  const { t } = useTranslation('field');
  const { number, language, dateTime } = useFormat();
  const { health } = standing;
  const times = [health.last_contact_at, health.last_reading_at].filter((at) => at !== null);
  const heard = times.toSorted().at(-1) ?? null;
  const bytes = bytesOf(health.bytes_in + health.bytes_out);
  const answered = health.success_rate === null ? null : Math.round(health.success_rate * health.polls);
  return (
    <Figures columns={5}>
      <Figure
        label={t('column.contact')}
        value={ageWords(heard, now, language) ?? t('never')}
        note={heard ? dateTime(heard, HERE) : undefined}
      />
      <Figure
        label={t('column.success')}
        value={health.success_rate === null ? null : number(health.success_rate * 100, 1)}
        unit="%"
        note={t('head.polls', {
          count: health.polls,
          all: number(health.polls, 0),
          answered: number(answered ?? 0, 0),
        })}
        hint={t('head.polls_hint')}
      />
      <Latency health={health} />
      <Figure
        label={t('head.bytes')}
        value={number(bytes.value, bytes.unit === 'B' ? 0 : 1)}
        unit={bytes.unit}
        note={t('head.requests', { count: health.requests, all: number(health.requests, 0) })}
        hint={t('head.requests_hint', { failed: number(health.failed, 0) })}
      />
      <ReadNow details={details} standing={standing} />
    </Figures>
  );
}
