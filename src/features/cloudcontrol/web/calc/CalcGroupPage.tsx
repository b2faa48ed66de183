import { Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { choicesQuery, groupQuery } from './calc.api.ts';
import classes from './calc.module.css';
import { GroupForm } from './GroupForm.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/calc-group/$id');

/** One calculation group, or a new one. */
export function CalcGroupPage() {
  const { t } = useTranslation('calc');
  const { id } = route.useParams();
  const isNew = id === 'new';
  const company = useCompany().id_client;
  const choices = useQuery(choicesQuery(company));
  const group = useQuery({ ...groupQuery(company, Number(id)), enabled: !isNew });
  const title = isNew ? t('form.new') : (group.data?.name ?? t('title'));
  usePageTitle(title);
  const failed = choices.error ?? (group.data ? null : group.error);
  const retry = () => {
    void choices.refetch();
    if (!isNew) void group.refetch();
  };
  const ready = choices.data && (isNew || group.data);
  return (
    <div className={classes.page}>
      <header>
        <Link to="/apps/cloudcontrol/calc-group" className={classes.back}>
          <IconArrowLeft size={15} stroke={1.8} aria-hidden="true" />
          {t('title')}
        </Link>
        <h1>{title}</h1>
        {group.data && !group.data.result.deleted && (
          <Link
            to="/apps/cloudcontrol/devices/$id"
            params={{ id: String(group.data.result.device_id) }}
            className={classes.back}
          >
            {t('form.to_device')} {group.data.result.short_name}
          </Link>
        )}
      </header>
      {!ready && failed && <ErrorState error={failed} onRetry={retry} />}
      {!ready && !failed && <Skeleton height={560} radius={12} />}
      {choices.data && (isNew || group.data) && (
        <GroupForm key={id} choices={choices.data} stored={isNew ? undefined : group.data} />
      )}
    </div>
  );
}
