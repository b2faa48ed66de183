import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { companiesCalls } from '../companies.contract.ts';

export const companiesApi = client(companiesCalls, transport);

export function companyQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'about'),
    queryFn: ({ signal }) => companiesApi.get({ params: { id_client: String(company) }, signal, company }),
  });
}

export function usersQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'users'),
    queryFn: ({ signal }) => companiesApi.listUsers({ signal, company }),
  });
}

export function invitationsQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'invitations'),
    queryFn: ({ signal }) => companiesApi.listInvitations({ signal, company }),
  });
}

/** What a user made that goes on without them: asked for each time that somebody is about to decide. */
export function madeQuery(company: number, user_id: number) {
  return queryOptions({
    queryKey: companyKey(company, 'made', user_id),
    queryFn: ({ signal }) => companiesApi.listMade({ params: { id: String(user_id) }, signal, company }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function companyPlantsQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'plant-names'),
    queryFn: ({ signal }) => companiesApi.listCompanyPlants({ signal, company }),
    staleTime: 60_000,
  });
}

export const useUsers = () => useQuery(usersQuery(useCompany().id_client));
export const useInvitations = () => useQuery(invitationsQuery(useCompany().id_client));
export const useCompanyPlants = () => useQuery(companyPlantsQuery(useCompany().id_client));

/** Who belongs to the company, and who is invited, is asked for anew. */
export async function invalidatePeople(company: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: usersQuery(company).queryKey }),
    queryClient.invalidateQueries({ queryKey: invitationsQuery(company).queryKey }),
  ]);
}
