import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import type { Company } from '../../companies.model.ts';
import { useErrorMessages } from '../refusal-words.ts';
import styles from './company.module.css';
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
    <section className={`panel ${styles.section} ${styles.danger}`} aria-labelledby="company-end">
      <h2 id="company-end">{t('disable.title')}</h2>
      <p className="muted">{t('disable.hint')}</p>
      <div>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t('disable.ask')}
        </Button>
      </div>
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
          <ul className={styles.list}>
            <li>{t('disable.stops')}</li>
            <li>{t('disable.stays')}</li>
          </ul>
        </ConfirmDialog>
      )}
    </section>
  );
}
