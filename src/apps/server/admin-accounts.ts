import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type Account, findAccountByEmail } from '../../features/identity/server/identity.repository.ts';
import { resetPassword, resetSecondFactor } from '../../features/identity/server/reset.service.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { type Command, need, text, type Values } from './admin-values.ts';

/** The account of --email. @throws StartFault when there is none */
export async function accountOf(pool: pg.Pool, values: Values): Promise<Account> {
  const account = await findAccountByEmail(pool, need(values, 'email'));
  if (account) return account;
  throw new StartFault('There is no user with this address.');
}

/**
 * The password that is to be set. On the command line it stays in the shell's history: a file, or one made here, is the
 * better way.
 */
export async function passwordOf(values: Values): Promise<{ password: string; shown: boolean }> {
  const file = values['password-file'];
  const given = file ? (await readFile(file, 'utf8')).trim() : values.password;
  if (given === undefined) return { password: randomBytes(12).toString('base64url'), shown: true };
  return { password: given, shown: false };
}

/** What an administrator does about accounts from the command line, when their owners cannot. */
export const accountCommands: Readonly<Record<string, Command>> = {
  password: {
    usage: 'password --email E [--password-file F | --password P]',
    options: { email: text, password: text, 'password-file': text },
    async run(pool, values) {
      const account = await accountOf(pool, values);
      const { password, shown } = await passwordOf(values);
      await resetPassword(pool, account, password);
      console.log(`The password of ${account.email} was changed.${shown ? ` Password: ${password}` : ''}`);
    },
  },
  'second-factor-off': {
    usage: 'second-factor-off --email E',
    options: { email: text },
    async run(pool, values) {
      const account = await accountOf(pool, values);
      if (!account.second_factor) throw new StartFault(`${account.email} has no second factor.`);
      await resetSecondFactor(pool, account);
      console.log(`The second factor of ${account.email} was switched off.`);
    },
  },
};
