import { allows, SEES_EVERY_PLANT } from '../../shared/contract/capabilities.ts';
import { EVALUATED_CODES, type EvaluatedCode } from '../notifications/alarm-codes.model.ts';
import { ALARM_RULES, type RuleParam, type SetRule } from './alarm-rules.model.ts';

/** Where a value of a rule comes from, widest first. */
export const RULE_LEVELS = ['standard', 'company', 'plant', 'device'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];
export type SubjectLevel = Exclude<RuleLevel, 'standard'>;

/** Alarms of a plant or a port: a device has no say in them. */
const OF_PLANTS: readonly EvaluatedCode[] = ['no_data', 'connection_lost'];
/** Values that are looked at once for the whole plant, though their alarm is a device's. */
const PARAMS_OF_PLANTS: Partial<Record<EvaluatedCode, readonly string[]>> = { string_weak: ['bright_wm2'] };

/** Whether somebody may set rules at a level: those of the company only who sees every plant. */
export const maySetRules = (roles: readonly string[], level: SubjectLevel): boolean =>
  allows('plants.write', roles) &&
  (level !== 'company' || SEES_EVERY_PLANT.some((role) => roles.includes(role)));

/** The alarms that can be set at a level. */
export function codesAt(level: SubjectLevel): EvaluatedCode[] {
  return EVALUATED_CODES.filter((code) => level !== 'device' || !OF_PLANTS.includes(code));
}

/** What can be set of an alarm at a level, by name. */
export function paramsAt(code: EvaluatedCode, level: SubjectLevel): [name: string, param: RuleParam][] {
  const narrow = level === 'device' ? (PARAMS_OF_PLANTS[code] ?? []) : [];
  return Object.entries<RuleParam>(ALARM_RULES[code]).filter(([name]) => !narrow.includes(name));
}

/** The finest difference that a value can have. */
export const stepOf = ({ unit }: Pick<RuleParam, 'unit'>): number => (unit === '%' ? 0.1 : 1);

export interface RuleFault {
  readonly path: string;
  readonly message: string;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

function faultOf(name: string, param: RuleParam, value: number): RuleFault | undefined {
  const path = `params.${name}`;
  const { least: min, most: max, choices } = param;
  if (choices && !choices.includes(value)) {
    const list = choices.join(', ');
    return { path, message: `must be one of ${list}`, code: 'choice', params: { choices: list } };
  }
  if (!(value >= min && value <= max))
    return {
      path,
      message: `must be from ${min} to ${max}`,
      code: 'range',
      params: { least: min, most: max },
    };
  const step = stepOf(param);
  if (Math.abs(value / step - Math.round(value / step)) > 1e-9)
    return { path, message: `must be a multiple of ${step}`, code: 'step', params: { step } };
  return undefined;
}

/** Values of an alarm as somebody gives them; null: as the wider rule says. */
export type ParamInput = Readonly<Record<string, number | null>>;

/** What is wrong with values that are given for an alarm at a level. */
export function faultsOfRule(code: EvaluatedCode, level: SubjectLevel, input: ParamInput): RuleFault[] {
  const known = new Map(paramsAt(code, level));
  return Object.entries(input).flatMap(([name, value]) => {
    const param = known.get(name);
    if (!param) {
      const message = 'nothing of this name can be set of this alarm here';
      return [{ path: `params.${name}`, message, code: 'unknown', params: {} }];
    }
    return value === null ? [] : (faultOf(name, param, value) ?? []);
  });
}

/** Only what is said: names without a value are left to the wider rule. */
export function definedParams(input: ParamInput): Record<string, number> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** A value that holds, and where it was said. */
export interface EffectiveValue<T> {
  readonly value: T;
  readonly from: RuleLevel;
}

export interface EffectiveRule {
  readonly enabled: EffectiveValue<boolean>;
  readonly params: ReadonlyMap<string, EffectiveValue<number>>;
}

export const levelOf = ({ plant_id, device_id }: Pick<SetRule, 'plant_id' | 'device_id'>): SubjectLevel =>
  device_id !== null ? 'device' : plant_id !== null ? 'plant' : 'company';

/** What holds of an alarm and who said so. @param rules those of its company, plant and device, in any order */
export function effectiveRule(code: EvaluatedCode, rules: readonly SetRule[]): EffectiveRule {
  const params = new Map<string, EffectiveValue<number>>(
    Object.entries<RuleParam>(ALARM_RULES[code]).map(([name, p]) => [
      name,
      { value: p.standard, from: 'standard' },
    ]),
  );
  let enabled: EffectiveValue<boolean> = { value: true, from: 'standard' };
  for (const from of ['company', 'plant', 'device'] as const) {
    const rule = rules.find((one) => one.code === code && levelOf(one) === from);
    if (rule && rule.enabled !== null) enabled = { value: rule.enabled, from };
    for (const [name, value] of Object.entries(rule?.params ?? {}))
      if (params.has(name)) params.set(name, { value, from });
  }
  return { enabled, params };
}
