import { Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { CompanyDetails } from '../../companies.model.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { useCompanyChange } from './use-company-change.ts';

/** Months that are offered; null keeps readings for ever. */
const CHOICES = [null, 15, 24, 36, 60, 120] as const;
const FOR_EVER = 'for-ever';

const keyOf = (months: number | null) => (months === null ? FOR_EVER : String(months));
const monthsOf = (key: string) => (key === FOR_EVER ? null : Number(key));

/** Whether readings that are kept now would be let go. */
const isShorter = (wanted: number | null, now: number | null) =>
  wanted !== null && (now === null || wanted < now);

function useKeeping({ id_client, version }: CompanyDetails, onSettled: () => void) {
  const save = useCompanyChange();
  return useMutation({
    mutationFn: (readings_kept_months: number | null) => save(id_client, { readings_kept_months, version }),
    onSuccess: () => toast.saved(),
    onSettled,
  });
}

/** For how long single readings are kept; the figures of each day stay for ever. A shorter time is asked about first. */
export function ReadingsKept({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const [asking, setAsking] = useState<number | null>(null);
  const keeping = useKeeping(company, () => setAsking(null));
  const now = company.readings_kept_months;
  const words = (months: number | null) => {
    if (months === null) return t('kept.for_ever');
    return months % 12 === 0 ? t('kept.years', { count: months / 12 }) : t('kept.months', { count: months });
  };
  const offered = [...new Set([...CHOICES, now])].sort(
    (a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY),
  );
  const choose = (key: string | null) => {
    const months = monthsOf(key ?? FOR_EVER);
    if (months === now) return;
    if (isShorter(months, now)) setAsking(months);
    else keeping.mutate(months);
  };
  return (
    <Section title={t('kept.title')}>
      <Select
        label={t('kept.label')}
        description={t('kept.hint')}
        data={offered.map((months) => ({ value: keyOf(months), label: words(months) }))}
        value={keyOf(now)}
        onChange={choose}
        allowDeselect={false}
        disabled={keeping.isPending}
        error={keeping.error && asking === null ? formMessage(keeping.error) : undefined}
      />
      {asking !== null && (
        <ConfirmDialog
          title={t('kept.confirm_title')}
          typed={company.name}
          confirm={t('kept.confirm')}
          busy={keeping.isPending}
          fault={keeping.error && formMessage(keeping.error)}
          onConfirm={() => keeping.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{t('kept.goes', { kept: words(asking) })}</p>
          <p>{t('kept.stays')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
