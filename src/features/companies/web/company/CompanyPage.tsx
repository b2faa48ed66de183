import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyDetails } from '../../companies.model.ts';
import { CompanyFacts } from './CompanyFacts.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import styles from './company.module.css';
import { DisableCompany } from './DisableCompany.tsx';
import { ReadingsKept } from './ReadingsKept.tsx';
import { SecondFactorDemand } from './SecondFactorDemand.tsx';

function CompanySkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <Skeleton height={460} radius={12} />
      <div className={styles.side}>
        <Skeleton height={130} radius={12} />
        <Skeleton height={150} radius={12} />
      </div>
    </div>
  );
}

function Loaded({ company }: { company: CompanyDetails }) {
  const administers = useCan('company.administer');
  const disables = useCan('company.disable');
  return (
    <div className={styles.columns}>
      <CompanyForm company={company} />
      <div className={styles.side}>
        <CompanyFacts company={company} />
        {administers && <SecondFactorDemand company={company} />}
        {administers && <ReadingsKept company={company} />}
        {disables && <DisableCompany company={company} />}
      </div>
    </div>
  );
}

/** The active company: what it is called, what it asks of its people, and its end. // spec §2, §4 */
export function CompanyPage() {
  const { t } = useTranslation('companies');
  const id_client = String(useCompany().id_client);
  const about = useCall(companiesCalls.get, { params: { id_client } });
  usePageTitle(t('company.title'));
  return (
    <div className={styles.page}>
      <h1>{t('company.title')}</h1>
      {about.isRefetchError && <StaleLine updatedAt={about.dataUpdatedAt} />}
      {about.isPending && <CompanySkeleton />}
      {about.isLoadingError && <ErrorState error={about.error} onRetry={() => about.refetch()} />}
      {about.data && <Loaded company={about.data} />}
    </div>
  );
}
