import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { companiesCalls } from '../companies.contract.ts';

export function companyQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'about'),
    queryFn: ({ signal }) =>
      send(companiesCalls.get, { params: { id_client: String(company) }, signal, company }),
  });
}

export function usersQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'users'),
    queryFn: ({ signal }) => send(companiesCalls.listUsers, { signal, company }),
  });
}

export function invitationsQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'invitations'),
    queryFn: ({ signal }) => send(companiesCalls.listInvitations, { signal, company }),
  });
}

/** What a user made that goes on without them: asked for each time that somebody is about to decide. */
export function madeQuery(company: number, user_id: number) {
  return queryOptions({
    queryKey: companyKey(company, 'made', user_id),
    queryFn: ({ signal }) =>
      send(companiesCalls.listMade, { params: { id: String(user_id) }, signal, company }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function companyPlantsQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'plant-names'),
    queryFn: ({ signal }) => send(companiesCalls.listCompanyPlants, { signal, company }),
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
