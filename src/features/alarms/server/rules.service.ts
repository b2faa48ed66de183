import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { assertVersion, savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import type { AlarmRule, AlarmRules, OwnAlarmRule } from '../alarm-rules.contract.ts';
import { ALARM_TYPE } from '../alarms.model.ts';
import {
  codesAt,
  definedParams,
  effectiveRule,
  faultsOfRule,
  levelOf,
  type ParamInput,
  paramsAt,
  type SubjectLevel,
  stepOf,
} from '../rule-fields.model.ts';
import {
  deleteRule,
  findRuleSubject,
  listOwnRules,
  listRulesOf,
  lockRuleVersion,
  type RuleSubjectQuery,
  type RuleSubjectRow,
  type StoredRule,
  saveRule,
} from './rules.repository.ts';

function ruleOf(code: EvaluatedCode, level: SubjectLevel, stored: readonly StoredRule[]): AlarmRule {
  const own = stored.find((rule) => rule.code === code && levelOf(rule) === level);
  const effective = effectiveRule(code, stored);
  const wider = effectiveRule(
    code,
    stored.filter((rule) => levelOf(rule) !== level),
  );
  return {
    code,
    type: ALARM_TYPE[code],
    enabled: { ...effective.enabled, own: own?.enabled ?? null, wider: wider.enabled },
    params: paramsAt(code, level).map(([name, param]) => {
      const standard = { value: param.standard, from: 'standard' as const };
      return {
        name,
        unit: param.unit,
        ...(effective.params.get(name) ?? standard),
        own: own?.params[name] ?? null,
        wider: wider.params.get(name) ?? standard,
        standard: param.standard,
        least: param.least,
        most: param.most,
        step: stepOf(param),
        choices: param.choices ? [...param.choices] : null,
      };
    }),
    version: own?.version ?? 0,
    changed_at: own?.changed_at.toISOString() ?? null,
    changed_by: own?.changed_by ?? null,
  };
}

/** The rules of the company are everybody's: only who sees every plant may change them. */
async function subjectOf(
  tx: Tx,
  query: RuleSubjectQuery,
): Promise<{ subject: RuleSubjectRow; level: SubjectLevel }> {
  const subject = (await findRuleSubject(tx, query)) ?? notFound();
  return { subject, level: levelOf(subject) };
}

/** What holds for a subject. @throws AppError not_found for a plant or device that the scope does not see */
export async function rulesOf(tx: Tx, query: RuleSubjectQuery): Promise<AlarmRules> {
  const { subject, level } = await subjectOf(tx, query);
  const { plant_id: _, ...named } = subject;
  const stored = await listRulesOf(tx, subject);
  return {
    subject: { level, ...named },
    rules: codesAt(level).map((code) => ruleOf(code, level, stored)),
  };
}

export interface RuleInput extends RuleSubjectQuery {
  readonly code: EvaluatedCode;
  readonly enabled: boolean | null;
  readonly params: ParamInput;
}

/**
 * Whose rule is given, checked.
 * @throws AppError not_found; forbidden for the company's from somebody who sees some plants only; invalid, naming the field
 */
export async function validateRule(
  tx: Tx,
  { code, params, ...query }: Pick<RuleInput, 'code' | 'params'> & RuleSubjectQuery,
): Promise<RuleSubjectRow> {
  const { subject, level } = await subjectOf(tx, query);
  if (level === 'company' && tx.scope.plants !== 'all') {
    throw new AppError('forbidden', 'Only who sees every plant may set the rules of the company');
  }
  if (!codesAt(level).includes(code)) {
    const message = 'this alarm is of plants: set it there';
    throw new AppError('invalid', 'Data is not valid', {
      errors: [{ path: 'code', message, code: 'of_plants' }],
    });
  }
  const errors = faultsOfRule(code, level, params);
  if (errors.length > 0) throw new AppError('invalid', 'Data is not valid', { errors });
  return subject;
}

/** Who is meant: the plant's code, nothing for the company; a device is named beside it. */
const targetOf = ({ proj_code }: RuleSubjectRow): string => proj_code ?? '';
const namedIn = ({ short_name }: RuleSubjectRow) => (short_name === null ? {} : { short_name });

async function deleteOwnRule(tx: Tx, subject: RuleSubjectRow, code: EvaluatedCode): Promise<boolean> {
  if (!(await deleteRule(tx, { ...subject, code }))) return false;
  await recordAudit(tx, 'alarm_rule.removed', targetOf(subject), { ...namedIn(subject), alarm: code });
  await notifyConfiguration(tx);
  return true;
}

/**
 * Sets a rule whole; one that says nothing is taken back.
 * @throws AppError as validateRule; conflict with the stored rules when somebody was faster
 */
export async function setRule(
  tx: Tx,
  { version, ...input }: RuleInput & { version?: number | undefined },
): Promise<AlarmRules> {
  const subject = await validateRule(tx, input);
  const { code, enabled } = input;
  const { plant_id, device_id } = subject;
  const stored = await lockRuleVersion(tx, { plant_id, device_id, code });
  const present = () => rulesOf(tx, input);
  await assertVersion({ version: stored }, version, present);
  const params = definedParams(input.params);
  if (enabled === null && Object.keys(params).length === 0) {
    await deleteOwnRule(tx, subject, code);
    return rulesOf(tx, input);
  }
  if (!(await saveRule(tx, { plant_id, device_id, code, enabled, params }, stored)))
    throw savedMeanwhile(await present());
  const audited = { ...namedIn(subject), alarm: code, ...(enabled === null ? {} : { enabled }), ...params };
  await recordAudit(tx, 'alarm_rule.changed', targetOf(subject), audited);
  await notifyConfiguration(tx);
  return rulesOf(tx, input);
}

/** Takes a rule back. @throws AppError not_found where nothing is set; forbidden */
export async function removeRule(
  tx: Tx,
  { code, ...query }: RuleSubjectQuery & { code: EvaluatedCode },
): Promise<void> {
  const subject = await validateRule(tx, { ...query, code, params: {} });
  if (!(await deleteOwnRule(tx, subject, code))) notFound();
}

/** A page of everything that was set, and how much there is. */
export async function pageOfOwnRules(
  tx: Tx,
  page: { page: number; page_size: number },
): Promise<{ count: number; results: OwnAlarmRule[] }> {
  const { count, rows } = await listOwnRules(tx, page);
  const results = rows.map(({ plant_id, version: _, changed_at, ...row }) => ({
    ...row,
    level: levelOf({ plant_id, device_id: row.device_id }),
    changed_at: changed_at.toISOString(),
  }));
  return { count, results };
}
