import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyDetails } from '../../companies.model.ts';
import { CompanyFacts } from './CompanyFacts.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { CompanyLogo } from './CompanyLogo.tsx';
import { DisableCompany } from './DisableCompany.tsx';
import { ReadingsKept } from './ReadingsKept.tsx';
import { SecondFactorDemand } from './SecondFactorDemand.tsx';

function Aside({ company }: { company: CompanyDetails }) {
  const manages = useCan('company.manage');
  const administers = useCan('company.administer');
  const disables = useCan('company.disable');
  return (
    <>
      <CompanyFacts company={company} />
      {manages && <CompanyLogo company={company} />}
      {administers && <SecondFactorDemand company={company} />}
      {administers && <ReadingsKept company={company} />}
      {disables && <DisableCompany company={company} />}
    </>
  );
}

/** The active company: what it is called, what it asks of its people, and its end. // spec §2, §4 */
export function CompanyPage() {
  const { t } = useTranslation('companies');
  const id_client = String(useCompany().id_client);
  const about = useCall(companiesCalls.get, { params: { id_client } });
  const { data, error, isPending, isRefetchError, dataUpdatedAt, refetch } = about;
  const aside = data ? <Aside company={data} /> : isPending && <Waiting heights={[130, 150]} />;
  return (
    <Page title={t('company.title')} aside={aside}>
      {isRefetchError && <StaleLine updatedAt={dataUpdatedAt} />}
      {isPending && <Waiting heights={[460]} />}
      {!data && error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <CompanyForm company={data} />}
    </Page>
  );
}
