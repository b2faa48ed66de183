import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localDay } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import type { Choice } from '../../../shared/web/charts/choice.model.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { availabilityCalls, type PlantAvailability as Counted } from '../availability.contract.ts';
import { askedOf, FOR_MINUTES } from './ask-ahead.ts';

interface Props {
  proj_code: string;
  time_zone: string;
  productionType: string;
  period: Choice;
  children?: ReactNode;
}

const TUNING = { ...FOR_MINUTES, placeholderData: <T,>(before: T | undefined) => before };

function Shares({ counted }: { counted: Counted }) {
  const { t } = useTranslation('rgi');
  const { number } = useFormat();
  const percent = (share: number | null) => (share === null ? null : number(share * 100, 1));
  const { raw, contractual, energy } = counted;
  const figure = (name: 'contractual' | 'raw' | 'energy' | 'completeness', share: number | null) => (
    <Figure
      label={t(`availability.${name}`)}
      value={percent(share)}
      unit="%"
      hint={t(`availability.formula.${name}`, { least: number(counted.least_irradiance_wm2, 0) })}
    />
  );
  return (
    <Figures columns={4}>
      {figure('contractual', contractual.availability)}
      {figure('raw', raw.availability)}
      {figure('energy', energy.availability)}
      {figure('completeness', raw.completeness)}
    </Figures>
  );
}

interface Shown {
  readonly proj_code: string;
  /** Its days in the plant's zone, both included, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

/** Of which days the figures are, and where each part of them is explained. */
function Days({ proj_code, from, to }: Shown) {
  const { t } = useTranslation('rgi');
  const { date } = useFormat();
  const days = from === to ? date(from) : `${date(from)} – ${date(to)}`;
  const search = {
    view: 'availability',
    plant: proj_code,
    ...(from === to ? { from, to } : { month: from.slice(0, 7) }),
  };
  return (
    <Muted>
      {t('availability.of_days', { days })}{' '}
      <Link to="/apps/asset/rgi" search={search as never}>
        {t('availability.why_link')}
      </Link>
    </Muted>
  );
}

/** Where a period is too long to be counted, it says so instead of leaving a gap. */
function NotCounted() {
  const { t } = useTranslation('rgi');
  return (
    <Section title={t('availability.title')} hint={t('availability.hint')}>
      <Muted>{t('availability.by_day_or_month')}</Muted>
    </Section>
  );
}

/** The days of a window that have begun. */
function shownDays({ start, end }: { start: string; end: string }, time_zone: string, now: number) {
  const last = Math.min(Date.parse(end) - 1, now);
  return { from: localDay(time_zone, Date.parse(start)).day, to: localDay(time_zone, last).day };
}

/** On a photovoltaic plant's page: how available it was on the day, or in the month, that its energy is told of. */
export function PlantAvailability({ children, ...wish }: Props) {
  const { t } = useTranslation('rgi');
  const now = useNow(300_000);
  const asked = askedOf(wish, now);
  const { data, error, dataUpdatedAt, refetch } = useCall(availabilityCalls.plants, asked, TUNING);
  if (!asked) {
    return (
      <>
        {wish.productionType === 'photovoltaic' && <NotCounted />}
        {children}
      </>
    );
  }
  if (!data && !error) return <Waiting heights={[150]} />;
  const [counted] = data ?? [];
  return (
    <>
      {(error || (counted && counted.devices.length > 0)) && (
        <Section title={t('availability.title')} hint={t('availability.hint')}>
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data && error && <StaleLine updatedAt={dataUpdatedAt} />}
          {counted && <Shares counted={counted} />}
          {counted && <Days proj_code={wish.proj_code} {...shownDays(asked.query, wish.time_zone, now)} />}
        </Section>
      )}
      {children}
    </>
  );
}
