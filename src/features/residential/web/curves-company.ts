import { allows } from '../../../shared/contract/capabilities.ts';
import { chooseCompany } from '../../../shared/web/company/choose.ts';
import type { Membership } from '../../identity/user.model.ts';

type Mine = Pick<Membership, 'id_client' | 'roles' | 'second_factor_due' | 'claim_due'>;

/** The company that a home's page will be opened in; null where that page would not be answered. */
export function curvesCompany(
  companies: readonly Mine[],
  wanted: { tab: number | null; stored: number | null },
): number | null {
  const company = chooseCompany(companies, wanted);
  if (!company || company.second_factor_due || company.claim_due) return null;
  return allows('residential.curves', company.roles) ? company.id_client : null;
}
