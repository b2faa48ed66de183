import { Skeleton } from '@mantine/core';
import { IconApps, IconArrowRight, IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../shared/web/company/context.tsx';
import { scalePower } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import { totalsOf } from '../overview.model.ts';
import { useCards } from './cards.ts';
import styles from './HomePage.module.css';

function AssetFigures() {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const cards = useCards();
  if (cards.isPending) return <Skeleton height={61} mt={8} />;
  if (!cards.data) return <span className="muted">{tc('error.not_loaded')}</span>;
  const power = scalePower(totalsOf(cards.data).power.value);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('home.power_now')}</dt>
        <dd>
          {format.scaled(power)} <span className={styles.unit}>{power.unit}</span>
        </dd>
      </div>
      <div>
        <dt>{t('home.plants')}</dt>
        <dd>{format.number(cards.data.length, 0)}</dd>
      </div>
    </dl>
  );
}

function Staleness() {
  const cards = useCards();
  return cards.isRefetchError ? <StaleLine updatedAt={cards.dataUpdatedAt} /> : null;
}

/** The applications that the active company opens to this user, each with a live figure. */
export function HomePage() {
  const { t } = useTranslation('overview');
  const asset = useCan('asset.read');
  usePageTitle(t('home.title'));
  return (
    <div className={styles.page}>
      <h1>{t('home.title')}</h1>
      {!asset && <EmptyState icon={IconApps} title={t('home.none')} />}
      {asset && <Staleness />}
      {asset && (
        <Link to="/apps/asset" className={styles.tile}>
          <span className={styles.head}>
            <span className={styles.icon}>
              <IconSolarPanel size={22} stroke={1.7} aria-hidden="true" />
            </span>
            <span className={styles.name}>{t('home.asset')}</span>
            <IconArrowRight size={18} className={styles.arrow} aria-hidden="true" />
          </span>
          <span className="muted">{t('home.asset_text')}</span>
          <AssetFigures />
        </Link>
      )}
    </div>
  );
}
