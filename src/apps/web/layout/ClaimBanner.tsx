import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companiesCalls } from '../../../features/companies/companies.contract.ts';
import type { Membership } from '../../../features/identity/user.model.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useBelonging } from '../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Banner } from '../../../shared/web/ui/Banner.tsx';
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';

interface Props {
  company: Membership;
  /** The answer was given: who belongs to what is asked for anew. */
  onKept: () => Promise<void>;
}

/** Asks the owner of a company that was made before their address was proved whether it stays; until then all goes on. */
export function ClaimBanner({ company, onKept }: Props) {
  const { t } = useTranslation('identity');
  const { formMessage: ofWhole } = useErrorMessage('identity');
  const [asking, setAsking] = useState(false);
  const { id_client, name } = company;
  const { leave } = useBelonging();
  const params = { id_client: String(id_client) };
  const disabling = useMutation({
    mutationFn: () =>
      leave(id_client, 'disabled', () =>
        send(companiesCalls.disable, { params, body: { enabled: false }, company: id_client }),
      ),
  });
  const keeping = useMutation({
    mutationFn: () => send(companiesCalls.keep, { params, company: id_client }),
    onSuccess: async () => {
      toast.done(t('claim.kept', { name }));
      await onKept();
    },
  });
  return (
    <Banner
      label={t('claim.title')}
      icon={IconBuilding}
      state="warning"
      fault={keeping.error && ofWhole(keeping.error)}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('claim.remove')}
          </Button>
          <Button size="xs" loading={keeping.isPending} onClick={() => keeping.mutate()}>
            {t('claim.keep')}
          </Button>
        </>
      }
    >
      {t('claim.text', { name })}
      {asking && (
        <ConfirmDialog
          title={t('claim.remove_title', { name })}
          typed={name}
          confirm={t('claim.remove_confirm')}
          busy={disabling.isPending}
          fault={disabling.error && ofWhole(disabling.error)}
          onConfirm={() => disabling.mutate()}
          onClose={() => {
            setAsking(false);
            disabling.reset();
          }}
        >
          <p>{t('claim.remove_text')}</p>
        </ConfirmDialog>
      )}
    </Banner>
  );
}
