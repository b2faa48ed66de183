import { Skeleton } from '@mantine/core';
import {
  IconApps,
  IconArrowRight,
  IconBriefcase,
  IconCloudCog,
  IconSolarPanel,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { scalePower } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import { useDeviceCount } from '../../cloudcontrol/web/device-count.public.ts';
import { usePeopleCount } from '../../companies/web/people-count.public.ts';
import { countFilters, totalsOf } from '../overview.model.ts';
import { useCards } from './cards.ts';
import styles from './HomePage.module.css';

const FIGURES_HEIGHT = 61;
const TWO_ROWS_HEIGHT = 117;

function AssetFigures() {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const cards = useCards();
  if (cards.isPending) return <Skeleton height={TWO_ROWS_HEIGHT} mt={8} />;
  if (!cards.data) return <span className="muted">{tc('error.not_loaded')}</span>;
  const power = scalePower(totalsOf(cards.data).power.value);
  const counts = countFilters(cards.data, Date.now());
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
      {(['alarm', 'nodata'] as const).map((state) => (
        <div key={state}>
          <dt>{t(`home.${state}`)}</dt>
          <dd>{format.number(counts[state], 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

function PeopleFigures() {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const { users, invitations, failed } = usePeopleCount();
  if (failed) return <span className="muted">{tc('error.not_loaded')}</span>;
  if (users === undefined || invitations === undefined) return <Skeleton height={FIGURES_HEIGHT} mt={8} />;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('home.users')}</dt>
        <dd>{format.number(users, 0)}</dd>
      </div>
      <div>
        <dt>{t('home.invitations')}</dt>
        <dd>{format.number(invitations, 0)}</dd>
      </div>
    </dl>
  );
}

function CloudFigures() {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const { total, silent, failed } = useDeviceCount();
  if (failed) return <span className="muted">{tc('error.not_loaded')}</span>;
  if (total === undefined || silent === undefined) return <Skeleton height={FIGURES_HEIGHT} mt={8} />;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('home.devices')}</dt>
        <dd>{format.number(total, 0)}</dd>
      </div>
      <div>
        <dt>{t('home.silent')}</dt>
        <dd>{format.number(silent, 0)}</dd>
      </div>
    </dl>
  );
}

function Staleness() {
  const cards = useCards();
  return cards.isRefetchError ? <StaleLine updatedAt={cards.dataUpdatedAt} /> : null;
}

interface TileProps {
  to: '/apps/asset' | '/apps/asset/users' | '/apps/cloudcontrol';
  icon: TablerIcon;
  name: string;
  text: string;
  children: ReactNode;
}

function Tile({ to, icon: Icon, name, text, children }: TileProps) {
  return (
    <Link to={to} className={styles.tile}>
      <span className={styles.head}>
        <span className={styles.icon}>
          <Icon size={22} stroke={1.7} aria-hidden="true" />
        </span>
        <span className={styles.name}>{name}</span>
        <IconArrowRight size={18} className={styles.arrow} aria-hidden="true" />
      </span>
      <span className="muted">{text}</span>
      {children}
    </Link>
  );
}

/** What the active company opens to this user, each with a live figure: applications, and its own people and data. */
export function HomePage() {
  const { t } = useTranslation('overview');
  const { name } = useCompany();
  const asset = useCan('asset.read');
  const manages = useCan('company.manage');
  const configures = useCan('cloudcontrol');
  usePageTitle(t('home.title'));
  return (
    <div className={styles.page}>
      <h1>{t('home.title')}</h1>
      {!asset && !manages && !configures && (
        <EmptyState icon={IconApps} title={t('home.none')} hint={t('home.none_hint', { company: name })} />
      )}
      {asset && <Staleness />}
      {asset && (
        <Tile to="/apps/asset" icon={IconSolarPanel} name={t('home.asset')} text={t('home.asset_text')}>
          <AssetFigures />
        </Tile>
      )}
      {configures && (
        <Tile
          to="/apps/cloudcontrol"
          icon={IconCloudCog}
          name={t('home.cloudcontrol')}
          text={t('home.cloudcontrol_text')}
        >
          <CloudFigures />
        </Tile>
      )}
      {manages && (
        <Tile
          to="/apps/asset/users"
          icon={IconBriefcase}
          name={t('home.business')}
          text={t('home.business_text')}
        >
          <PeopleFigures />
        </Tile>
      )}
    </div>
  );
}
