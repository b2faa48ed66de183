import { Skeleton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { FirstPlant } from '../field/home/FirstPlant.tsx';
import { useDeviceTree } from '../field/use-devices.ts';
import { Finder } from './Finder.tsx';
import classes from './find.module.css';

const route = getRouteApi('/portal/apps/cloudcontrol/find');

function Body() {
  const tree = useDeviceTree();
  const search = route.useSearch();
  const company = useCompany().id_client;
  if (!tree.data && tree.error) return <ErrorState error={tree.error} onRetry={() => tree.refetch()} />;
  if (!tree.data) return <Skeleton height={230} radius={12} />;
  if (tree.data.length === 0) return <FirstPlant />;
  return <Finder key={company} tree={tree.data} search={search} />;
}

/** Finds devices that say of themselves what they are (SunSpec), and adds them with their variables. */
export function FindPage() {
  const { t } = useTranslation('find');
  const { t: tf } = useTranslation('field');
  usePageTitle(t('title'));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/apps/cloudcontrol" className={classes.back}>
          <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
          {tf('home.view.devices')}
        </Link>
        <h1>{t('title')}</h1>
        <p className="muted">{t('text')}</p>
      </header>
      <Body />
    </div>
  );
}
