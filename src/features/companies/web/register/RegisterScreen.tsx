import { client } from '../../../../shared/contract/client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import type { Invitations } from '../../../identity/web/register/invitations.public.ts';
import { RegisterPage } from '../../../identity/web/register/RegisterPage.public.tsx';
import { companiesCalls } from '../../companies.contract.ts';

const { findInvitation, acceptInvitation } = client(companiesCalls, transport);

const invitations: Invitations = {
  find: (token) => findInvitation({ body: { token } }),
  accept: async (token) => (await acceptInvitation({ body: { token } })).id_client,
};

/** The screen of a new account; what it asks of companies comes from here, since accounts know nothing of them. */
export function RegisterScreen() {
  return <RegisterPage invitations={invitations} />;
}
