import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { InUseDialog } from '../../../shared/web/ui/InUseDialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type Municipality, municipalitiesCalls } from '../municipalities.contract.ts';

/** Deletes a municipality with its times; of one with boxes it is said what is in the way. */
export function RemoveMunicipality({ comune: { id, name, boxes } }: { comune: Municipality }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('times.remove')}
      </Button>
      {asking && boxes > 0 && (
        <InUseDialog title={t('times.in_use', { name })} onClose={close}>
          <p>{t('faults.has_boxes', { boxes })}</p>
        </InUseDialog>
      )}
      {asking && boxes === 0 && (
        <ConfirmAction
          title={t('times.remove_title', { name })}
          confirm={t('times.remove')}
          words="lighting"
          act={() => send(municipalitiesCalls.remove, { params: { id: String(id) }, company })}
          onDone={() => {
            toast.deleted();
            void navigate({ to: '/apps/illuminazione/settings' });
          }}
          onClose={close}
        >
          {t('times.remove_text')}
        </ConfirmAction>
      )}
    </>
  );
}
