import type { AlarmRule, AlarmRuleParam } from '../../alarm-rules.contract.ts';

/** What a subject says of an alarm, as it stands in the form; null: as the wider one says. */
export interface Draft {
  readonly enabled: boolean | null;
  readonly params: Readonly<Record<string, number | null>>;
}

/** What the subject says by now. */
export const draftOf = ({ enabled, params }: AlarmRule): Draft => ({
  enabled: enabled.own,
  params: Object.fromEntries(params.map(({ name, own }) => [name, own])),
});

/** The value that would hold. */
export const valueIn = (draft: Draft, param: AlarmRuleParam): number =>
  draft.params[param.name] ?? param.wider.value;

export const enabledIn = (draft: Draft, rule: AlarmRule): boolean =>
  draft.enabled ?? rule.enabled.wider.value;

/** Every value that would hold, by name. */
export const valuesIn = (draft: Draft, rule: AlarmRule): Record<string, number> =>
  Object.fromEntries(rule.params.map((param) => [param.name, valueIn(draft, param)]));

export function isSame(a: Draft, b: Draft): boolean {
  const names = new Set([...Object.keys(a.params), ...Object.keys(b.params)]);
  return a.enabled === b.enabled && [...names].every((n) => (a.params[n] ?? null) === (b.params[n] ?? null));
}

/** Whether the subject says anything of the alarm itself. */
export const hasOwnValues = ({ enabled, params }: Draft): boolean =>
  enabled !== null || Object.values(params).some((value) => value !== null);
