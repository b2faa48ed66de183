import { Skeleton } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { calculationsCalls } from '../../calculations.contract.ts';
import { GroupForm } from './GroupForm.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/calc-group/$id');

/** One calculation group, or a new one. */
export function CalcGroupPage() {
  const { t } = useTranslation('calc');
  const { id } = route.useParams();
  const isNew = id === 'new';
  const choices = useCall(calculationsCalls.choices, {}, { staleTime: 60_000 });
  const group = useCall(calculationsCalls.get, isNew ? null : { params: { id } });
  const failed = choices.error ?? (group.data ? null : group.error);
  const retry = () => {
    void choices.refetch();
    if (!isNew) void group.refetch();
  };
  const result = group.data?.result;
  const device = result && !result.deleted && (
    <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(result.device_id) }}>
      {t('form.to_device')} {result.short_name}
    </Link>
  );
  const ready = choices.data !== undefined && (isNew || group.data !== undefined);
  return (
    <Page
      title={isNew ? t('form.new') : (group.data?.name ?? t('title'))}
      back={<BackLink to="/apps/cloudcontrol/calc-group">{t('title')}</BackLink>}
      subtitle={device}
    >
      {!ready && failed && <ErrorState error={failed} onRetry={retry} />}
      {!ready && !failed && <Skeleton height={560} radius={12} />}
      {choices.data && ready && <GroupForm key={id} choices={choices.data} stored={group.data} />}
    </Page>
  );
}
