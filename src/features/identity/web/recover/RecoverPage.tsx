import { getRouteApi } from '@tanstack/react-router';
import { AskForLink } from './AskForLink.tsx';
import { ChoosePassword } from './ChoosePassword.tsx';

const route = getRouteApi('/recover');

/** Asks for a link by mail; opened with the mailed token, lets a new password be chosen. */
export function RecoverPage() {
  const { token } = route.useSearch();
  return token === undefined ? <AskForLink /> : <ChoosePassword key={token} token={token} />;
}
