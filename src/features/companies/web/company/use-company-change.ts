import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyDetails } from '../../companies.model.ts';
import type { CompanyValues } from './company-form.ts';

type Change = Partial<CompanyValues> & {
  second_factor_required?: boolean;
  readings_kept_months?: number | null;
  version: number;
};

/** Changes the company, and shows what it is now in the page, the header, the profile and the stored keys at once. */
export function useCompanyChange(): (id_client: number, change: Change) => Promise<CompanyDetails> {
  const { changed } = useBelonging();
  return async (id_client, change) => {
    const company = await send(companiesCalls.update, {
      params: { id_client: String(id_client) },
      body: change,
      company: id_client,
    });
    keepAnswer(id_client, companiesCalls.get, { params: { id_client: String(id_client) } }, company);
    changed(company);
    return company;
  };
}
