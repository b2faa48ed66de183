import { send } from '../../../../shared/web/api/send.ts';
import type { Invitations } from '../../../identity/web/register/invitations.public.ts';
import { RegisterPage } from '../../../identity/web/register/RegisterPage.public.tsx';
import { companiesCalls } from '../../companies.contract.ts';

const invitations: Invitations = {
  find: (token) => send(companiesCalls.findInvitation, { body: { token } }),
  accept: async (token) => (await send(companiesCalls.acceptInvitation, { body: { token } })).id_client,
};

/** The screen of a new account; what it asks of companies comes from here, since accounts know nothing of them. */
export function RegisterScreen() {
  return <RegisterPage invitations={invitations} />;
}
