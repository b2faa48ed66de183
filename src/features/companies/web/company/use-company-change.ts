import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyDetails } from '../../companies.model.ts';

interface Change {
  second_factor_required?: boolean;
  readings_kept_months?: number | null;
  version: number;
}

/** Shows what the company is now in the page, the header, the profile and the stored keys at once. */
export function useShowCompany(): (company: CompanyDetails) => void {
  const { changed } = useBelonging();
  return (company) => {
    const { id_client } = company;
    keepAnswer(id_client, companiesCalls.get, { params: { id_client: String(id_client) } }, company);
    changed(company);
  };
}

/** Changes the company, and shows it. */
export function useCompanyChange(): (id_client: number, body: Change) => Promise<CompanyDetails> {
  const show = useShowCompany();
  return async (id_client, body) => {
    const params = { id_client: String(id_client) };
    const company = await send(companiesCalls.update, { params, body, company: id_client });
    show(company);
    return company;
  };
}
