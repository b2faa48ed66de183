import { Button, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../../../shared/web/company/context.tsx';
import { ageWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { DataTable } from '../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { ConfirmDialog } from '../../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { useNow } from '../../../../../shared/web/ui/use-now.ts';
import type { BinnedDevice } from '../../../versions.contract.ts';
import { useBin } from '../use-devices.ts';
import { purgeDevice, restoreDevice } from '../writes.ts';

function useColumns(now: number): readonly DataColumn<BinnedDevice>[] {
  const { t } = useTranslation('field');
  const { language, dateTime } = useFormat();
  return useMemo(
    () => [
      { id: 'device', header: t('column.device'), names: true, value: (one) => one.short_name },
      { id: 'plant', header: t('home.plant'), value: (one) => `${one.plant_name} · ${one.proj_code}` },
      { id: 'serial', header: t('fields.serial_number'), value: (one) => one.serial_number },
      {
        id: 'deleted',
        header: t('bin.deleted'),
        value: (one) => one.deleted_at,
        cell: (one) => (
          <span title={dateTime(one.deleted_at, HERE)}>
            {one.leaving ? t('bin.leaving') : ageWords(one.deleted_at, now, language)}
          </span>
        ),
      },
    ],
    [t, language, dateTime, now],
  );
}

function PurgeDialog({ device, onClose }: { device: BinnedDevice; onClose: () => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const purging = useMutation({
    mutationFn: () => purgeDevice(company, device.id),
    onSuccess: () => {
      toast.deleted(device.short_name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('bin.purge_title', { name: device.short_name })}
      confirm={t('bin.purge')}
      typed={device.short_name}
      busy={purging.isPending}
      fault={purging.error && formMessage(purging.error)}
      onConfirm={() => purging.mutate()}
      onClose={onClose}
    >
      <p>{t('bin.purge_text')}</p>
    </ConfirmDialog>
  );
}

/** Deleted devices: they come back with their history, or go for ever with it. */
export function BinView() {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const mayPurge = useCan('cloudcontrol.purge');
  const { formMessage } = useErrorMessage('field');
  const now = useNow(10_000);
  const columns = useColumns(now);
  const [page, setPage] = useState(1);
  const [purged, setPurged] = useState<BinnedDevice | null>(null);
  const { data, error, refetch, dataUpdatedAt } = useBin(page);
  const restoring = useMutation({
    mutationFn: (device: BinnedDevice) => restoreDevice(company, device.id),
    onSuccess: (left, { short_name: name }) =>
      toast.done(t(left.length > 0 ? 'bin.restored_off' : 'bin.restored', { name })),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  return (
    <Stack gap={12}>
      <p className="muted">{t('bin.hint')}</p>
      <DataTable
        label={t('home.view.bin')}
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        search={null}
        empty={{ icon: IconTrash, title: t('bin.empty'), hint: t('bin.empty_hint') }}
        {...(data && data.count > data.results.length
          ? { paging: { page, page_size: 100, count: data.count, onPage: setPage } }
          : {})}
        actions={(device) =>
          !device.leaving && (
            <>
              <Button
                size="compact-sm"
                variant="subtle"
                loading={restoring.isPending && restoring.variables?.id === device.id}
                aria-label={t('bin.restore_of', { name: device.short_name })}
                onClick={() => restoring.mutate(device)}
              >
                {t('bin.restore')}
              </Button>
              {mayPurge && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('bin.purge_of', { name: device.short_name })}
                  onClick={() => setPurged(device)}
                >
                  {t('bin.purge')}
                </Button>
              )}
            </>
          )
        }
      />
      {purged && <PurgeDialog device={purged} onClose={() => setPurged(null)} />}
    </Stack>
  );
}
