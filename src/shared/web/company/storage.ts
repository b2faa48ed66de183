/** A company as the portal holds it while somebody works in it. */
export interface ActiveCompany {
  id_client: number;
  name: string;
  telephone: string;
  company_slug: string;
  tag_key: string;
  roles: readonly string[];
}

// spec §3: the selected company is kept in local storage; here it is the default of new tabs.
const KEYS = ['companyId', 'companyName', 'companyTelephone', 'companySlug', 'companyTagkey'] as const;
const TAB_KEY = 'companyId';

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** The company of this tab, or null. */
export function tabCompany(): number | null {
  return idOf(sessionStorage.getItem(TAB_KEY));
}

/** The company that a new tab starts with, or null. */
export function storedCompany(): number | null {
  return idOf(localStorage.getItem('companyId'));
}

export function setTabCompany(id: number): void {
  sessionStorage.setItem(TAB_KEY, String(id));
}

export function storeCompany(company: ActiveCompany): void {
  localStorage.setItem('companyId', String(company.id_client));
  localStorage.setItem('companyName', company.name);
  localStorage.setItem('companyTelephone', company.telephone);
  localStorage.setItem('companySlug', company.company_slug);
  localStorage.setItem('companyTagkey', company.tag_key);
}

// spec §4: logout clears stored company data
export function forgetCompanies(): void {
  for (const key of KEYS) localStorage.removeItem(key);
  sessionStorage.removeItem(TAB_KEY);
}

let linked: number | null = null;

/** A link with `?company=<id>` opens that company in this tab; the address is cleaned, so that it cannot go stale. */
export function takeCompanyFromAddress(): void {
  const address = new URL(location.href);
  const named = idOf(address.searchParams.get('company'));
  if (!address.searchParams.has('company')) return;
  if (named !== null) setTabCompany(named);
  linked = named;
  address.searchParams.delete('company');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
}

/** The company named by the link that this page was opened with; answered once. */
export function takeLinkedCompany(): number | null {
  const id = linked;
  linked = null;
  return id;
}
