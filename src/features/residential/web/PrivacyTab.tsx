import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { residentialCalls } from '../residential.contract.ts';
import type { ResidentialSettings } from '../settings.contract.ts';

/** Months that are offered beside what is stored. */
const CHOICES = [6, 12, 24, 36] as const;
const AS_COMPANY = 'company';

/** For how long single readings of homes are kept. A choice is asked about first: it deletes what is older, or lets more be kept. */
function KeptMonths({ settings }: { settings: ResidentialSettings }) {
  const { t } = useTranslation('residential');
  const { id_client: company } = useCompany();
  const may = useCan('records.purge');
  const [asking, setAsking] = useState<number>();
  const { readings_kept_months: now, company_kept_months: whole, version } = settings;
  const words = (months: number | null) =>
    months === null ? t('privacy.for_ever') : t('privacy.months', { count: months });
  const keepAll = useSend(residentialCalls.changeSettings, {
    onDone: () => toast.saved(),
    onFailed: () => toast.failed(),
  });
  const choose = (key: string | null) => {
    if (key === null || key === String(now ?? AS_COMPANY)) return;
    if (key === AS_COMPANY) keepAll.mutate({ body: { readings_kept_months: null, version } });
    else setAsking(Number(key));
  };
  const offered = [...new Set([...CHOICES, ...(now === null ? [] : [now])])].sort((a, b) => a - b);
  const shorter = whole !== null && now !== null && whole < now;
  return (
    <>
      <Select
        label={t('privacy.label')}
        description={t('privacy.hint')}
        data={[
          ...offered.map((months) => ({ value: String(months), label: words(months) })),
          { value: AS_COMPANY, label: t('privacy.company', { kept: words(whole) }) },
        ]}
        value={String(now ?? AS_COMPANY)}
        onChange={choose}
        allowDeselect={false}
        disabled={!may}
        maw={560}
      />
      {shorter && <Muted>{t('privacy.shorter', { kept: words(whole) })}</Muted>}
      {!may && <Muted>{t('privacy.no_right')}</Muted>}
      {asking !== undefined && (
        <ConfirmAction
          title={t('privacy.confirm_title')}
          confirm={t('privacy.confirm')}
          words="residential"
          act={() =>
            send(residentialCalls.changeSettings, {
              body: { readings_kept_months: asking, version },
              company,
            })
          }
          onDone={() => toast.saved()}
          onClose={() => setAsking(undefined)}
        >
          <p>{t('privacy.goes', { kept: words(asking) })}</p>
          <p>{t('privacy.stays')}</p>
        </ConfirmAction>
      )}
    </>
  );
}

/** Who sees what of a home, and for how long it is kept. */
export function PrivacyTab() {
  const { t } = useTranslation('residential');
  const settings = useCall(residentialCalls.settings, {});
  return (
    <Section title={t('privacy.title')}>
      <Known query={settings} height={220}>
        {(stored) => (
          <Stack gap={16} maw={820}>
            <Facts look="rows">
              <Fact label={t('privacy.curves')}>{t('privacy.curves_who')}</Fact>
              <Fact label={t('privacy.group')}>{t('privacy.group_who')}</Fact>
              <Fact label={t('privacy.days')}>{t('privacy.days_kept')}</Fact>
              <Fact label={t('privacy.erasure')}>{t('privacy.erasure_how')}</Fact>
            </Facts>
            <KeptMonths settings={stored} />
          </Stack>
        )}
      </Known>
    </Section>
  );
}
