import { useInvitations, useUsers } from './companies.api.ts';

/** How many people belong to the active company and how many are invited, for who may manage them; undefined until known. */
export function usePeopleCount() {
  const users = useUsers();
  const invitations = useInvitations();
  return {
    users: users.data?.length,
    invitations: invitations.data?.length,
    failed: users.isLoadingError || invitations.isLoadingError,
  };
}
