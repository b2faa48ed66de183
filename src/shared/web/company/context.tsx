import { createContext, type ReactNode, useContext } from 'react';
import { allows, type Capability } from '../../contract/capabilities.ts';
import type { ActiveCompany } from './storage.ts';

const CompanyContext = createContext<ActiveCompany | null>(null);

export function CompanyProvider(props: { company: ActiveCompany; children: ReactNode }) {
  return <CompanyContext value={props.company}>{props.children}</CompanyContext>;
}

/** The company on screen. Its id belongs in every query key and every call: `companyKey(id_client, …)`. */
export function useCompany(): ActiveCompany {
  const company = useContext(CompanyContext);
  if (!company) throw new Error('this part of the portal stands inside a company');
  return company;
}

/** Whether the user may do this in the active company; the server asks the same table. */
export function useCan(capability: Capability): boolean {
  return allows(capability, useCompany().roles);
}
