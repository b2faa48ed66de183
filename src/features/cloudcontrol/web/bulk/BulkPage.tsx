import { Skeleton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { FirstPlant } from '../field/home/FirstPlant.tsx';
import { useDeviceTree } from '../field/use-devices.ts';
import { Bulk } from './Bulk.tsx';
import classes from './bulk.module.css';

const route = getRouteApi('/portal/apps/cloudcontrol/bulk');

function Body() {
  const tree = useDeviceTree();
  const search = route.useSearch();
  const company = useCompany().id_client;
  if (!tree.data && tree.error) return <ErrorState error={tree.error} onRetry={() => tree.refetch()} />;
  if (!tree.data) return <Skeleton height={330} radius={12} />;
  if (tree.data.length === 0) return <FirstPlant />;
  return <Bulk key={company} tree={tree.data} search={search} />;
}

/** Adds many devices of one kind: by a range of addresses or of unit ids, tried before they are added. */
export function BulkPage() {
  const { t } = useTranslation('bulk');
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
