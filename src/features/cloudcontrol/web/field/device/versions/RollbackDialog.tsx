import { Button, Checkbox, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../../../shared/contract/client.ts';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../../../shared/web/forms/use-error-message.ts';
import { Dialog } from '../../../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../../../shared/web/ui/DialogFooter.tsx';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import type { DeviceDetails } from '../../../../configured.contract.ts';
import type { Returned } from '../../../../versions.contract.ts';
import { useVariableLabels } from '../../forms/use-variable-words.ts';
import { isFieldWord } from '../../forms/word-keys.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { fetchDetails, rollBack } from '../../writes.ts';
import { Difference } from './Difference.tsx';

interface Props {
  details: DeviceDetails;
  number: number;
  newest: number;
  onClose: () => void;
}

/** What could not come back, each with its reason. */
function Left({ returned }: { returned: Returned }) {
  const { t } = useTranslation('field');
  const words = useFieldLabels();
  const nameOf = useVariableLabels();
  return (
    <>
      <p>{t('versions.left')}</p>
      <ul>
        {returned.left.map(({ part, name, reason }) => (
          <li key={`${part}/${name}/${reason}`}>
            {t(`part.${part}`)}{' '}
            {part === 'variable' ? nameOf(name) : isFieldWord(name) ? words.label(name) : name}:{' '}
            {t(`left.${reason}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sets a device back to an earlier configuration, after showing what that would change. */
export function RollbackDialog({ details, number, newest, onClose }: Props) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const [withPort, setWithPort] = useState(false);
  const { device, port } = details;
  const others = (port?.devices ?? 1) - 1;
  const going = useMutation({
    mutationFn: () => rollBack(company, device.id, number, { newest, with_port: withPort }),
    onSuccess: (returned) => {
      toast.saved(t('versions.is_back', { name: device.short_name, number }));
      if (returned.left.length === 0) onClose();
    },
    // Somebody was faster: what going back would change is shown anew, against what is stored now.
    onError: (fault) => {
      if (fault instanceof CallError && fault.status === 409) void fetchDetails(company, device.id);
    },
  });
  return (
    <Dialog title={t('versions.back_to', { number })} size={720} onClose={onClose}>
      <Stack gap={16}>
        {going.error && <FormError>{formMessage(going.error)}</FormError>}
        {going.data ? (
          <Left returned={going.data} />
        ) : (
          <>
            <p>{t('versions.back_text')}</p>
            <Difference key={newest} device_id={device.id} from={newest} to={number} />
            <p className="muted">{t('versions.cannot')}</p>
            {port && (
              <Checkbox
                label={t('versions.with_port', { count: others })}
                checked={withPort}
                onChange={(event) => setWithPort(event.currentTarget.checked)}
              />
            )}
          </>
        )}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {going.data ? tc('close') : tc('cancel')}
        </Button>
        {!going.data && (
          <Button loading={going.isPending} onClick={() => going.mutate()}>
            {t('versions.back_confirm')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
