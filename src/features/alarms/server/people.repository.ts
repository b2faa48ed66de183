import { nameOfPerson } from '../../identity/server/people.public.ts';

/**
 * SQL for a person as answers name them, by an SQL expression for their id; $1 is the company. As colleagues call them, or
 * by their account's name once they left; null for nobody and for whoever removed their account.
 */
export const personSql = (id: string): string =>
  `(select json_build_object('id', ${id}, 'name', n.name)
    from (select coalesce((select nullif(btrim(u.first_name || ' ' || u.last_name), '') from companies.company_user u
                           where u.company_id = $1 and u.user_id = ${id}), ${nameOfPerson(id)}) as name) n
    where n.name is not null)`;

/** SQL for whether an id is of nobody who has an account. */
export const isNobodySql = (id: string): string => `(${id} is null or ${nameOfPerson(id)} is null)`;
