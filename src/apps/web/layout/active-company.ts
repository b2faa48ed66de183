import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { signInCalls } from '../../../features/identity/sign-in.contract.ts';
import type { Membership, User } from '../../../features/identity/user.model.ts';
import { userQuery } from '../../../features/identity/web/use-user.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { chooseCompany } from '../../../shared/web/company/choose.ts';
import type { Belonging, Parting } from '../../../shared/web/company/context.tsx';
import {
  forgetCompanies,
  setTabCompany,
  storeCompany,
  storedCompany,
  tabCompany,
  takeLinkedCompany,
} from '../../../shared/web/company/storage.ts';
import { mayLeave } from '../../../shared/web/forms/use-unsaved.ts';
import { needsCompany, placeAfter } from '../navigation.ts';

const NO_COMPANIES: readonly Membership[] = [];

/** Keeps this tab's and the browser's stored company in step with the one on screen. // spec §3, §4 */
function useStored(user: User | undefined, company: Membership | null): void {
  useEffect(() => {
    if (!user) return;
    if (!company) return forgetCompanies();
    setTabCompany(company.id_client);
    const stored = storedCompany();
    const keeps = stored === company.id_client || !user.companies.some((mine) => mine.id_client === stored);
    // Also when it is stored already: its name may have changed.
    if (keeps) storeCompany(company);
  }, [user, company]);
}

/** A company that is not mine any more, and how that came; `link`: one that a link named and that never was. */
export interface Lost {
  name: string;
  how: Parting | 'taken' | 'link';
}

interface Turn {
  user: User | undefined;
  company: Membership | null;
  onLost: (lost: Lost) => void;
}

/** Leaves the screens of a company that is no longer mine before anything of another one is painted in their place. */
function useLoss({ user, company, onLost }: Turn) {
  const router = useRouter();
  const before = useRef(company);
  /** The company that this tab is leaving of its own will, of which there is little to tell while there is another. */
  const leaving = useRef<{ id_client: number; how: Parting } | null>(null);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = company;
    if (!user || !last || user.companies.some((mine) => mine.id_client === last.id_client)) return;
    queryClient.removeQueries({ queryKey: ['company', last.id_client] });
    const parting = leaving.current?.id_client === last.id_client ? leaving.current : null;
    if (!parting || !company) onLost({ name: last.name, how: parting?.how ?? 'taken' });
    const { pathname } = router.state.location;
    if (!company) return;
    const to = parting ? '/' : placeAfter(pathname, company.roles);
    void router.navigate({ to, replace: true, ignoreBlocker: true });
  }, [user, company, onLost, router]);
  return leaving;
}

/**
 * A link into a company that is not mine opens nothing of mine in its place: numbers of alarms and devices are the company's
 * own, and the same number may be another one here.
 */
function useForeignLink({ user, company, onLost }: Turn) {
  const router = useRouter();
  useLayoutEffect(() => {
    if (!user) return;
    const id = takeLinkedCompany();
    if (id === null || user.companies.some((mine) => mine.id_client === id)) return;
    onLost({ name: '', how: 'link' });
    const { pathname } = router.state.location;
    if (!company || !needsCompany(pathname)) return;
    void router.navigate({ to: placeAfter(pathname, company.roles), replace: true, ignoreBlocker: true });
  }, [user, company, onLost, router]);
}

/** The user with something of one of their companies changed. */
function withCompany(user: User, changed: Partial<Membership> & { id_client: number }): User {
  const merge = (mine: Membership) => (mine.id_client === changed.id_client ? { ...mine, ...changed } : mine);
  return {
    ...user,
    companies: user.companies.map(merge),
    currentCompany: user.currentCompany && merge(user.currentCompany),
  };
}

function withoutCompany(user: User, id_client: number): User {
  const companies = user.companies.filter((mine) => mine.id_client !== id_client);
  return { ...user, companies, currentCompany: companies[0] ?? null };
}

const rewrite = (change: (user: User) => User) =>
  queryClient.setQueryData(userQuery.queryKey, (user: User | undefined) => user && change(user));

/** The active company of this tab and how it changes. // spec §4 */
export function useActiveCompany(user: User | undefined) {
  const router = useRouter();
  const [chosen, setChosen] = useState(tabCompany);
  const [lost, setLost] = useState<Lost | null>(null);
  const [entering, setEntering] = useState(false);
  const companies = user?.companies ?? NO_COMPANIES;
  const company = chooseCompany(companies, { tab: chosen, stored: storedCompany() });
  const id = company?.id_client ?? null;
  // What was chosen and is gone must not come back by itself when it is mine again.
  if (user && chosen !== id) setChosen(id);
  useStored(user, company);
  const leaving = useLoss({ user, company, onLost: setLost });
  useForeignLink({ user, company, onLost: setLost });

  const activate = async (next: Membership) => {
    // Asked first: the same page of another company is no other page to the router, and half a switch is none.
    if (!(await mayLeave())) return;
    await queryClient.cancelQueries({ queryKey: ['company'] });
    setLost(null);
    setTabCompany(next.id_client);
    storeCompany(next);
    // A plant, a search or a filter of the old company means nothing in the new one.
    await router.navigate({
      to: placeAfter(router.state.location.pathname, next.roles),
      ignoreBlocker: true,
    });
    setChosen(next.id_client);
    queryClient.removeQueries({ queryKey: ['company'] });
  };

  const user_id = user?.id ?? 0;
  const confirmed = user?.confirmed ?? false;
  const belonging = useMemo<Belonging>(
    () => ({
      user_id,
      confirmed,
      companies,
      async enter(id_client) {
        const renewed = await send(signInCalls.userInfo);
        const next = renewed.companies.find((mine) => mine.id_client === id_client);
        if (!next) throw new Error(`company ${id_client} is not among mine`);
        setEntering(true);
        setTabCompany(id_client);
        storeCompany(next);
        queryClient.setQueryData(userQuery.queryKey, renewed);
        setChosen(id_client);
        setLost(null);
        await router.navigate({ to: '/apps/asset', ignoreBlocker: true }).finally(() => setEntering(false));
      },
      changed: (company) => rewrite((before) => withCompany(before, company)),
      async leave(id_client, how, action) {
        // Said before: the live stream may tell of the end sooner than the call answers.
        leaving.current = { id_client, how };
        try {
          await action();
        } catch (fault) {
          leaving.current = null;
          throw fault;
        }
        rewrite((before) => withoutCompany(before, id_client));
      },
    }),
    [user_id, confirmed, companies, router, leaving],
  );
  return { company, activate, belonging, entering, lost, forgetLost: () => setLost(null) };
}
