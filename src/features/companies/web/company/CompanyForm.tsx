import { useTranslation } from 'react-i18next';
import { FormPage } from '../../../../shared/web/forms/FormPage.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyDetails } from '../../companies.model.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { valuesOf } from './company-form.ts';
import { useShowCompany } from './use-company-change.ts';

/** Changes what the company is called; whoever saves second is shown both versions. */
export function CompanyForm({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation('companies');
  const form = useRecordForm({
    call: companiesCalls.update,
    params: { id_client: String(company.id_client) },
    record: company,
    toValues: valuesOf,
    // A telephone that was stored before its rule does not stand in the way of another change.
    toBody: (_, changed) => changed,
    words: 'companies',
    onSaved: useShowCompany(),
  });
  return (
    <FormPage form={form} label={t('company.data')}>
      <CompanyFields />
    </FormPage>
  );
}
