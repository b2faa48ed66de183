import { LOAD_SOURCES } from '../../energy/community/load-sources.ts';
import {
  EXISTING,
  GRANT,
  GRANT_COST,
  MINIMUM_PRICE,
  NETWORK,
  type RuleVersion,
  ruleOn,
  SUN,
  SURPLUS,
  TARIFF,
} from '../../energy/community/rules.ts';
import type { SimulationReport } from './parameters.contract.ts';

/** Tables that every simulation is calculated by, and those that some are. */
const ALWAYS: readonly (readonly RuleVersion<unknown>[])[] = [SURPLUS, NETWORK, MINIMUM_PRICE, EXISTING];
const TABLES = [...ALWAYS, TARIFF, GRANT, GRANT_COST, SUN];

/** Whether a source of consumption is named that is no more used. @param sources as a report tells them, parted by semicolons */
const hasOtherProfile = (sources: string | null): boolean =>
  (sources ?? '').split('; ').some((one) => one !== '' && !Object.values(LOAD_SOURCES).includes(one));

/**
 * Whether a result was calculated before the program calculated as it does now: by another version of a rule, without a rule that
 * holds today, by another profile of consumption, or before it told its assumptions and what the first year is made of. It stands
 * beside newer ones only with a mark.
 */
export function isOutdated({ year, rules, assumptions, money }: SimulationReport): boolean {
  if (assumptions === undefined || money.first_year === undefined || money.granted_eur === undefined)
    return true;
  if (assumptions.some((one) => one.code === 'load_profiles' && hasOtherProfile(one.source))) return true;
  const versionOf = (table: readonly RuleVersion<unknown>[]) => ruleOn(table, `${year}-01-01`).version;
  const told = new Set(rules.map(({ version }) => version));
  const today = new Set(TABLES.map(versionOf));
  return (
    ALWAYS.some((table) => !told.has(versionOf(table))) || [...told].some((version) => !today.has(version))
  );
}
