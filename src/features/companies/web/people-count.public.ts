import { useCall } from '../../../shared/web/api/use-call.ts';
import { companiesCalls } from '../companies.contract.ts';

/** How many people belong to the active company and how many are invited, for who may manage them; undefined until known. */
export function usePeopleCount() {
  const users = useCall(companiesCalls.listUsers);
  const invitations = useCall(companiesCalls.listInvitations);
  return {
    users: users.data?.length,
    invitations: invitations.data?.length,
    failed: users.isLoadingError || invitations.isLoadingError,
  };
}
