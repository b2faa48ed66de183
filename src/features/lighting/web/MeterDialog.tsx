import { Button, Stack } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { SearchField } from '../../../shared/web/list/SearchField.tsx';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { lightingMetersCalls } from '../meters.contract.ts';

/** Devices that stand in no box yet, each with a button that makes it the meter of this one. */
export function MeterDialog({ box_id, onClose }: { box_id: number; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const [search, setSearch] = useState('');
  const query = { ...(search !== '' && { search: search.slice(0, 100) }) };
  const found = useCall(lightingMetersCalls.freeDevices, { query }, { placeholderData: (before) => before });
  const assign = useSend(lightingMetersCalls.assign, {
    onDone: () => {
      toast.saved();
      onClose();
    },
  });
  return (
    <Dialog title={t('devices.assign')} onClose={onClose}>
      <Stack gap={12}>
        <SearchField label={t('devices.search')} value={search} onSearch={setSearch} />
        {assign.error && <FormError>{formMessage(assign.error)}</FormError>}
        <Known query={found} height={200}>
          {(devices) =>
            devices.length === 0 ? (
              <EmptyState icon={IconGauge} title={t('devices.none_free')} />
            ) : (
              <Entries label={t('devices.free')}>
                {devices.map(({ device_id, short_name, description }) => (
                  <Entry
                    key={device_id}
                    icon={IconGauge}
                    name={short_name}
                    details={description}
                    actions={
                      <Button
                        variant="default"
                        aria-label={t('devices.choose_one', { name: short_name })}
                        loading={assign.isPending && assign.variables?.body.device_id === device_id}
                        onClick={() => assign.mutate({ body: { box_id, device_id } })}
                      >
                        {t('devices.choose')}
                      </Button>
                    }
                  />
                ))}
              </Entries>
            )
          }
        </Known>
      </Stack>
    </Dialog>
  );
}
