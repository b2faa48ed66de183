import { createContext, type ReactNode, useContext } from 'react';
import { allows, type Capability } from '../../contract/capabilities.ts';
import type { ActiveCompany } from './storage.ts';

const CompanyContext = createContext<ActiveCompany | null>(null);

export function CompanyProvider(props: { company: ActiveCompany; children: ReactNode }) {
  return <CompanyContext value={props.company}>{props.children}</CompanyContext>;
}

/** The company on screen. `useCall` and `useSend` name it to the server by themselves; a plain `send` is given its id. */
export function useCompany(): ActiveCompany {
  const company = useContext(CompanyContext);
  if (!company) throw new Error('this part of the portal stands inside a company');
  return company;
}

/** The company on screen; null where a page stands outside of every company, such as a profile. */
export const useCompanyIfAny = (): ActiveCompany | null => useContext(CompanyContext);

/** Whether the user may do this in the active company; the server asks the same table. */
export function useCan(capability: Capability): boolean {
  return allows(capability, useCompany().roles);
}

/** How somebody parts with a company of their own will. */
export type Parting = 'disabled' | 'left';

/** The person on screen and what their own list of companies can come to. */
export interface Belonging {
  readonly user_id: number;
  /** Whether their address was confirmed by mail. */
  readonly confirmed: boolean;
  readonly companies: readonly Pick<ActiveCompany, 'id_client' | 'name'>[];
  /** Makes a company that was just made, or joined, the active one of this tab and opens its dashboard. */
  enter(id_client: number): Promise<void>;
  /** Shows what was changed of a company wherever the portal names it, without asking anew. */
  changed(company: Omit<ActiveCompany, 'roles'>): void;
  /**
   * Does what ends this person's place in a company, then takes it out of the local list: the next one becomes active, or
   * one is to be made. // spec §4
   */
  leave(id_client: number, how: Parting, action: () => Promise<unknown>): Promise<void>;
}
const BelongingContext = createContext<Belonging | null>(null);

export function BelongingProvider(props: { belonging: Belonging; children: ReactNode }) {
  return <BelongingContext value={props.belonging}>{props.children}</BelongingContext>;
}

/** The person on screen; null where nobody has signed in. */
export const useBelongingIfAny = (): Belonging | null => useContext(BelongingContext);

export function useBelonging(): Belonging {
  const belonging = useContext(BelongingContext);
  if (!belonging) throw new Error('this part of the portal stands behind the sign-in');
  return belonging;
}
