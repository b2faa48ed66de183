import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { makeLink, openLink } from '../../../shared/server/signed-links/signed-links.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import type { FamilyHome, familyCalls } from '../family.contract.ts';
import { eraseHome } from './erase-home.ts';
import { daysOfHome } from './home-answers.ts';
import { lastPowers, powersOfDay } from './home-powers.ts';
import { listHomes } from './homes.repository.ts';
import { FAMILY, getHome } from './homes.ts';

/** A family keeps its page for a year. */
const LINK_DAYS = 366;

const linksOf = (record_id: number) => ({ kind: FAMILY, record_id });

async function presentFamily(
  tx: Tx,
  { record_id, expires_at }: { record_id: number; expires_at: Date },
  now: Date,
): Promise<FamilyHome> {
  const [home = notFound()] = await listHomes(tx, { plant_ids: [record_id], now });
  const { days } = await daysOfHome(tx, home, { now: now.getTime() });
  const { proj_code: _, ...powers } = await lastPowers(tx, home, now.getTime());
  const { proj_code: __, ...today } = await powersOfDay(tx, home, { date: undefined, now: now.getTime() });
  return {
    name: home.name,
    time_zone: home.time_zone,
    now: powers,
    today,
    days,
    company: await companyNameOf(tx),
    saved_eur: withoutNoise(sumKnown(days.map(({ saved_eur }) => saved_eur))),
    expires_at: expires_at.toISOString(),
  };
}

interface Deps {
  readonly publicUrl: string;
  readonly jobs: Services['jobs'];
}

/** The page of a family: who manages homes makes its link, and whoever has that sees this home alone. */
export const familyHandlers = ({ publicUrl, jobs }: Deps): Handlers<typeof familyCalls> => ({
  async createLink({ tx, params, now }) {
    const { plant_id, proj_code, name } = await getHome(tx, params.proj_code, now);
    await withdrawLinks(tx, { ...linksOf(plant_id), now });
    const record = { ...linksOf(plant_id), plant_id, party: name };
    const { token, expires_at } = await makeLink(tx, record, { now, days: LINK_DAYS });
    await recordAudit(tx, 'home.link_made', proj_code, {});
    return { url: `${publicUrl}/casa/${token}`, expires_at: expires_at.toISOString() };
  },
  async withdrawLink({ tx, params, now }) {
    const { plant_id, proj_code } = await getHome(tx, params.proj_code, now);
    await withdrawLinks(tx, { ...linksOf(plant_id), now });
    await recordAudit(tx, 'home.link_withdrawn', proj_code, {});
  },
  erase: ({ tx, params, now }) => eraseHome(tx, { proj_code: params.proj_code, kind: FAMILY }, { jobs, now }),
  async get({ tx, params, now }) {
    const link = await openLink(tx, FAMILY, params.token, now);
    return presentFamily(tx, link, now);
  },
});
