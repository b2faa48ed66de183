import { type PersonWords, passwordFault } from './password-rules.ts';
import { refuseAccount } from './refusals.ts';

interface Chosen {
  password: string;
  password_confirm?: string | undefined;
}

/** @throws AppError invalid at password_confirm or password, in the sentence of what is wrong */
export function checkNewPassword({ password, password_confirm }: Chosen, person: PersonWords): void {
  // spec §5: password confirmation
  if (password_confirm !== undefined && password_confirm !== password) {
    throw refuseAccount('password_confirm', 'password_confirm');
  }
  const fault = passwordFault(password, person);
  if (fault) throw refuseAccount('password', fault);
}
