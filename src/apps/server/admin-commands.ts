import { z } from 'zod';
import { appointMember, establishCompany } from '../../features/companies/server/appointment.service.ts';
import { enableCompany } from '../../features/companies/server/company-life.service.ts';
import { createKey } from '../../features/companies/server/keys.service.ts';
import { findAccountByEmail, insertAccount } from '../../features/identity/server/identity.repository.ts';
import { checkNewPassword } from '../../features/identity/server/new-password.ts';
import { insertCatalogue } from '../../features/plants/server/plants.repository.ts';
import { ROLES, type Role } from '../../shared/contract/capabilities.ts';
import { hashPassword } from '../../shared/server/passwords.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { accountCommands, accountOf, passwordOf } from './admin-accounts.ts';
import { alarmCommands } from './admin-alarms.ts';
import { distributeCommands } from './admin-distribute.ts';
import { endpointCommands } from './admin-endpoints.ts';
import { fieldCommands } from './admin-field.ts';
import { mailCommands } from './admin-mail.ts';
import { priceCommands } from './admin-prices.ts';
import { registerCommands } from './admin-registers.ts';
import { type Command, companyOf, nameIn, need, text } from './admin-values.ts';

function rolesOf(text: string): Role[] {
  const roles = text.split(',').map((role) => role.trim());
  const unknown = roles.find((role) => !(ROLES as readonly string[]).includes(role));
  if (unknown !== undefined) throw new StartFault(`There is no role ${unknown}. Roles: ${ROLES.join(', ')}.`);
  return roles as Role[];
}

function emailOf(text: string): string {
  const read = z.email().max(254).safeParse(text);
  if (read.success) return read.data;
  throw new StartFault('--email must be an email address.');
}

export const commands: Readonly<Record<string, Command>> = {
  user: {
    usage: 'user --email E --name N [--password-file F | --password P] [--company ID --roles R1,R2]',
    options: { email: text, name: text, password: text, 'password-file': text, company: text, roles: text },
    async run(pool, values, _, installed) {
      const email = emailOf(need(values, 'email'));
      const name = nameIn(values);
      const { password, shown } = await passwordOf(values);
      checkNewPassword({ password }, { email, name });
      const password_hash = await hashPassword(password);
      const user_id = await insertAccount(pool, {
        name,
        email,
        password_hash,
        language: 'it',
        confirmed: true,
      });
      if (user_id === undefined) throw new StartFault('A user with this credentials already exist');
      console.log(`User ${user_id} ${email} was made.${shown ? ` Password: ${password}` : ''}`);
      if (values.company) await commands.member?.run(pool, values, [], installed);
    },
  },
  member: {
    usage: 'member --email E --company ID --roles COMPANY_OWNER,APP_0',
    options: { email: text, company: text, roles: text, name: text },
    async run(pool, values) {
      const account = await accountOf(pool, values);
      const roles = rolesOf(values.roles ?? 'COMPANY_OWNER,APP_0');
      await inScope(pool, scopeOfWork(companyOf(values)), (tx) =>
        appointMember(tx, { user_id: account.id, name: account.name, roles }),
      );
      console.log(`${account.email} now has ${roles.join(', ')} in company ${values.company}.`);
    },
  },
  company: {
    usage: 'company --name N --slug S [--owner EMAIL]',
    options: { name: text, slug: text, owner: text },
    async run(pool, values) {
      const name = nameIn(values);
      const owner = values.owner ? await findAccountByEmail(pool, values.owner) : undefined;
      if (values.owner && !owner) throw new StartFault("There is no user with the owner's address.");
      const scope = await establishCompany(
        { pool, seed: insertCatalogue },
        { name, company_slug: need(values, 'slug') },
        owner && { user_id: owner.id, name: owner.name, roles: ['COMPANY_OWNER', 'APP_0'] },
      );
      console.log(`Company ${scope.company_id} ${name} was made.`);
    },
  },
  key: {
    usage: 'key --company ID --name N [--plant PROJ_CODE] [--scopes ingest,read]',
    options: { company: text, name: text, plant: text, scopes: text },
    async run(pool, values) {
      const scopes = (values.scopes ?? 'ingest').split(',').filter((s) => s === 'ingest' || s === 'read');
      if (scopes.length === 0) throw new StartFault('--scopes may name ingest and read.');
      const made = await inScope(pool, scopeOfWork(companyOf(values)), (tx) =>
        createKey(tx, { name: nameIn(values), scopes, proj_code: values.plant ?? null }),
      );
      console.log(`Key ${made.id} ${made.name}: ${made.key}\nIt is shown this once.`);
    },
  },
  enable: {
    usage: 'enable --company ID',
    options: { company: text },
    async run(pool, values) {
      const company_id = companyOf(values);
      if (!(await inScope(pool, scopeOfWork(company_id), enableCompany))) {
        throw new StartFault('There is no company with this number.');
      }
      console.log(`Company ${company_id} is enabled.`);
    },
  },
  ...accountCommands,
  ...fieldCommands,
  ...endpointCommands,
  ...mailCommands,
  ...alarmCommands,
  ...distributeCommands,
  ...priceCommands,
  ...registerCommands,
};

/** What can be asked of `npm run admin`. */
export function help(): string {
  return [
    'Usage: npm run admin -- <command>',
    '',
    ...Object.values(commands).map(({ usage }) => `  ${usage}`),
  ].join('\n');
}
