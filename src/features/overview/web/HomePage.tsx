import { Divider, Group, SimpleGrid, Skeleton, Text, ThemeIcon } from '@mantine/core';
import {
  IconApps,
  IconArrowRight,
  IconBriefcase,
  IconBulb,
  IconCloudCog,
  IconSolarPanel,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { FiguresWaiting } from '../../../shared/web/page/Figures.tsx';
import { Page, Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { HomeAlarms, useHomeAlarmsAhead } from '../../alarms/web/plant/home-alarms.public.ts';
import { useDeviceCount } from '../../cloudcontrol/web/device-count.public.ts';
import { usePeopleCount } from '../../companies/web/people-count.public.ts';
import { countFilters } from '../overview.model.ts';
import { useCards } from './cards.ts';
import { Totals } from './dashboard/Totals.tsx';
import styles from './HomePage.module.css';

const FIGURES_HEIGHT = 61;

function HomeFacts({ columns = 2, children }: { columns?: number; children: ReactNode }) {
  return (
    <>
      <Divider mt={8} />
      <Facts columns={columns} size="xl">
        {children}
      </Facts>
    </>
  );
}

function AssetFigures() {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const cards = useCards({ retryOnMount: false });
  if (cards.isPending) return <Skeleton height={FIGURES_HEIGHT} mt={8} />;
  if (!cards.data) return <span className="muted">{tc('error.not_loaded')}</span>;
  const counts = countFilters(cards.data, Date.now());
  return (
    <HomeFacts>
      <Fact label={t('home.plants')}>{format.number(cards.data.length, 0)}</Fact>
      <Fact label={t('home.alarm')}>{format.number(counts.alarm, 0)}</Fact>
    </HomeFacts>
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
    <HomeFacts>
      <Fact label={t('home.users')}>{format.number(users, 0)}</Fact>
      <Fact label={t('home.invitations')}>{format.number(invitations, 0)}</Fact>
    </HomeFacts>
  );
}

function CloudFigures() {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  const { total, silent, asleep, failed } = useDeviceCount();
  if (failed) return <span className="muted">{tc('error.not_loaded')}</span>;
  if (total === undefined || silent === undefined) return <Skeleton height={FIGURES_HEIGHT} mt={8} />;
  return (
    <HomeFacts columns={asleep ? 3 : 2}>
      <Fact label={t('home.devices')}>{format.number(total, 0)}</Fact>
      <Fact label={t('home.silent')}>{format.number(silent, 0)}</Fact>
      {Boolean(asleep) && <Fact label={t('home.asleep')}>{format.number(asleep ?? 0, 0)}</Fact>}
    </HomeFacts>
  );
}

/** Of the alarms and of the applications, in pixels. */
const HEIGHTS = [300, 216];

/** The day's figures, what is wrong just now, and below it the rest, once it is known how high all that is. */
function Today({ children }: { children: ReactNode }) {
  const { t } = useTranslation('overview');
  const cards = useCards();
  useHomeAlarmsAhead();
  const some = cards.data !== undefined && cards.data.length > 0;
  return (
    <>
      {cards.isRefetchError && <StaleLine updatedAt={cards.dataUpdatedAt} />}
      {cards.isPending && <FiguresWaiting tile />}
      {cards.isPending && <Waiting heights={HEIGHTS} />}
      {cards.isLoadingError && <ErrorState error={cards.error} onRetry={() => void cards.refetch()} />}
      {cards.data?.length === 0 && <Muted size="md">{t('home.no_plants')}</Muted>}
      {some && (
        <>
          <Totals cards={cards.data} />
          <Suspense fallback={<Waiting heights={HEIGHTS} />}>
            <HomeAlarms heights={HEIGHTS}>{children}</HomeAlarms>
          </Suspense>
        </>
      )}
      {!some && !cards.isPending && children}
    </>
  );
}

interface TileProps {
  to: '/apps/asset' | '/apps/asset/users' | '/apps/cloudcontrol' | '/apps/illuminazione' | '/apps/cerresid';
  icon: TablerIcon;
  name: string;
  text: string;
  children?: ReactNode;
}

function Tile({ to, icon: Icon, name, text, children }: TileProps) {
  return (
    <Link to={to} className={styles.tile}>
      <Group component="span" gap={12} wrap="nowrap">
        <ThemeIcon variant="light" size={40} radius={10}>
          <Icon size={22} stroke={1.7} aria-hidden="true" />
        </ThemeIcon>
        <Text component="span" size="lg" fw={640} flex={1}>
          {name}
        </Text>
        <IconArrowRight size={18} aria-hidden="true" />
      </Group>
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
  const lights = useCan('lighting.read');
  const shares = useCan('community.read');
  const none = !(asset || manages || configures || lights || shares);
  const tiles = !none && (
    <Section title={t('home.applications')} look="plain">
      <SimpleGrid minColWidth="min(340px, 100%)" spacing={12}>
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
        {lights && (
          <Tile
            to="/apps/illuminazione"
            icon={IconBulb}
            name={t('home.lighting')}
            text={t('home.lighting_text')}
          />
        )}
        {shares && (
          <Tile
            to="/apps/cerresid"
            icon={IconUsersGroup}
            name={t('home.community')}
            text={t('home.community_text')}
          />
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
      </SimpleGrid>
    </Section>
  );
  return (
    <Page title={t('home.title')} width={1320} centred short>
      {none && (
        <EmptyState icon={IconApps} title={t('home.none')} hint={t('home.none_hint', { company: name })} />
      )}
      {asset ? <Today>{tiles}</Today> : tiles}
    </Page>
  );
}
