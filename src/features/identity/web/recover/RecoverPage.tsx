import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { identityCalls } from '../../identity.contract.ts';
import { hasFault } from '../forms/has-fault.ts';
import { AskForLink } from './AskForLink.tsx';
import { ChoosePassword, ChoosingPassword, RecoveryOver } from './ChoosePassword.tsx';

const route = getRouteApi('/recover');

/** The link is looked at before anything is typed. Where that cannot be told, the form says it in the end. */
function ByLink({ token }: { token: string }) {
  const { error, isPending } = useQuery({
    queryKey: ['recovery', token],
    queryFn: async () => {
      await send(identityCalls.findRecovery, { body: { token } });
      return true;
    },
    // It is used on this very page, and was in order when it was opened.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPending) return <ChoosingPassword />;
  const over = error instanceof CallError && hasFault(error, 'link_invalid');
  return over ? <RecoveryOver /> : <ChoosePassword token={token} />;
}

/** Asks for a link by mail; opened with the mailed token, lets a new password be chosen. */
export function RecoverPage() {
  const { token } = route.useSearch();
  return token === undefined ? <AskForLink /> : <ByLink key={token} token={token} />;
}
