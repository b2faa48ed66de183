import { Button, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../../shared/contract/client.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { Buttons } from '../../../../../shared/web/page/Toolbar.tsx';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../../shared/web/ui/use-page-title.ts';
import type { BinnedDevice } from '../../../versions.contract.ts';
import { useBin } from '../use-devices.ts';
import { restoreDevice } from '../writes.ts';

function InBin({ device }: { device: BinnedDevice }) {
  const { t } = useTranslation('field');
  const { dateTime } = useFormat();
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const restoring = useMutation({
    mutationFn: () => restoreDevice(company, device.id),
    onSuccess: () => toast.done(t('bin.restored', { name: device.short_name })),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  usePageTitle(device.short_name);
  return (
    <EmptyState
      page
      icon={IconTrash}
      title={t('gone.title', { name: device.short_name })}
      hint={device.leaving ? t('gone.leaving') : t('gone.text', { when: dateTime(device.deleted_at, HERE) })}
      action={
        <Buttons>
          {!device.leaving && (
            <Button
              leftSection={<IconArrowBackUp size={16} />}
              loading={restoring.isPending}
              onClick={() => restoring.mutate()}
            >
              {t('bin.restore')}
            </Button>
          )}
          <Link to="/apps/cloudcontrol" search={{ view: 'bin' }}>
            {t('gone.bin')}
          </Link>
        </Buttons>
      }
    />
  );
}

/**
 * What stands in place of a device that is there no more: one in the bin, with the way back; one that was on screen and is
 * gone for ever; else the portal's own page, for unknown and foreign devices look alike. // spec §2: error page
 */
export function DeviceGone({ id, name }: { id: number; name: string | null }) {
  const { t } = useTranslation('field');
  const { data, error, refetch, isFetching } = useBin(1);
  const binned = data?.results.find((one) => one.id === id);
  if (binned) return <InBin device={binned} />;
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  // A list from before it was deleted does not name it yet.
  if (!data || isFetching) return <Skeleton height={240} radius={12} />;
  if (name === null) throw new CallError(404, { code: 'not_found' });
  return (
    <EmptyState
      page
      icon={IconTrash}
      title={t('gone.title', { name })}
      action={<Link to="/apps/cloudcontrol">{t('gone.home')}</Link>}
    />
  );
}
