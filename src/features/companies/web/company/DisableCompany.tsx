import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import type { Company } from '../../companies.model.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { useDisabling } from './use-disabling.ts';

/** The end of a company, which only its owners can bring about and only with its name typed out. // spec §4 */
export function DisableCompany({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const [asking, setAsking] = useState(false);
  const disabling = useDisabling(company);
  const close = () => {
    setAsking(false);
    disabling.reset();
  };
  return (
    <Section title={t('disable.title')} hint={t('disable.hint')}>
      <Buttons>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t('disable.ask')}
        </Button>
      </Buttons>
      {asking && (
        <ConfirmDialog
          title={t('disable.confirm_title', { name: company.name })}
          typed={company.name}
          confirm={t('disable.confirm')}
          busy={disabling.isPending}
          fault={disabling.error && formMessage(disabling.error)}
          onConfirm={() => disabling.mutate()}
          onClose={close}
        >
          <p>{t('disable.stops')}</p>
          <p>{t('disable.stays')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
