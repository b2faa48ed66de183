import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Company } from '../../companies.model.ts';
import { companiesApi } from '../companies.api.ts';
import { useRefusalWords } from '../refusal-words.ts';
import styles from './company.module.css';

function useDisabling({ id_client, name }: Company) {
  const { t } = useTranslation('companies');
  const { leave } = useBelonging();
  return useMutation({
    mutationFn: () =>
      leave(id_client, 'disabled', () =>
        companiesApi.disable({
          params: { id_client: String(id_client) },
          body: { enabled: false },
          company: id_client,
        }),
      ),
    onSuccess: () => toast.done(t('disable.done', { name })),
  });
}

/** The end of a company, which only its owners can bring about and only with its name typed out. // spec §4 */
export function DisableCompany({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { ofWhole } = useRefusalWords();
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
          fault={disabling.error && ofWhole(disabling.error)}
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
