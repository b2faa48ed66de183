import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmRule, AlarmRules, OwnAlarmRule } from '../alarm-rules.contract.ts';
import { ALARM_TYPE, type AlarmCode } from '../alarms.model.ts';
import {
  codesAt,
  faultsOfRule,
  type GivenParams,
  levelOf,
  paramsAt,
  type SubjectLevel,
  saidOf,
  saidRule,
  stepOf,
} from '../rule-fields.model.ts';
import {
  deleteRule,
  findRuleSubject,
  listOwnRules,
  listRulesOf,
  type RuleSubjectRow,
  type StoredRule,
  type SubjectAsked,
  saveRule,
  takeRuleVersion,
  tellRules,
} from './rules.repository.ts';

function ruleOf(code: AlarmCode, level: SubjectLevel, stored: readonly StoredRule[]): AlarmRule {
  const own = stored.find((rule) => rule.code === code && levelOf(rule) === level);
  const held = saidRule(code, stored);
  const wider = saidRule(
    code,
    stored.filter((rule) => levelOf(rule) !== level),
  );
  return {
    code,
    type: ALARM_TYPE[code],
    enabled: { ...held.enabled, own: own?.enabled ?? null, wider: wider.enabled },
    params: paramsAt(code, level).map(([name, param]) => {
      const standard = { value: param.standard, from: 'standard' as const };
      return {
        name,
        unit: param.unit,
        ...(held.params.get(name) ?? standard),
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
  asked: SubjectAsked,
): Promise<{ subject: RuleSubjectRow; level: SubjectLevel }> {
  const subject = (await findRuleSubject(tx, asked)) ?? notFound();
  return { subject, level: levelOf(subject) };
}

/** What holds for a subject. @throws Refusal not_found for a plant or device that the scope does not see */
export async function rulesOf(tx: Tx, asked: SubjectAsked): Promise<AlarmRules> {
  const { subject, level } = await subjectOf(tx, asked);
  const { plant_id: _, ...named } = subject;
  const stored = await listRulesOf(tx, subject);
  return {
    subject: { level, ...named },
    rules: codesAt(level).map((code) => ruleOf(code, level, stored)),
  };
}

export interface GivenRule extends SubjectAsked {
  readonly code: AlarmCode;
  readonly enabled: boolean | null;
  readonly params: GivenParams;
}

/**
 * Whose rule is given, checked.
 * @throws Refusal not_found; forbidden for the company's from somebody who sees some plants only; invalid, naming the field
 */
export async function checkGiven(
  tx: Tx,
  { code, params, ...asked }: Pick<GivenRule, 'code' | 'params'> & SubjectAsked,
): Promise<RuleSubjectRow> {
  const { subject, level } = await subjectOf(tx, asked);
  if (level === 'company' && tx.scope.plants !== 'all') {
    throw new Refusal('forbidden', 'Only who sees every plant may set the rules of the company');
  }
  if (!codesAt(level).includes(code)) {
    const message = 'this alarm is of plants: set it there';
    throw new Refusal('invalid', 'Data is not valid', {
      errors: [{ path: 'code', message, code: 'of_plants' }],
    });
  }
  const errors = faultsOfRule(code, level, params);
  if (errors.length > 0) throw new Refusal('invalid', 'Data is not valid', { errors });
  return subject;
}

/** Who is meant: the plant's code, nothing for the company; a device is named beside it. */
const targetOf = ({ proj_code }: RuleSubjectRow): string => proj_code ?? '';
const namedIn = ({ short_name }: RuleSubjectRow) => (short_name === null ? {} : { short_name });

async function takeBack(tx: Tx, subject: RuleSubjectRow, code: AlarmCode): Promise<boolean> {
  if (!(await deleteRule(tx, { ...subject, code }))) return false;
  await recordAudit(tx, 'alarm_rule.removed', targetOf(subject), { ...namedIn(subject), alarm: code });
  await tellRules(tx);
  return true;
}

/**
 * Sets a rule whole; one that says nothing is taken back.
 * @throws Refusal as checkGiven; conflict with the stored rules when somebody was faster
 */
export async function setRule(
  tx: Tx,
  { version, ...given }: GivenRule & { version?: number | undefined },
): Promise<AlarmRules> {
  const subject = await checkGiven(tx, given);
  const { code, enabled } = given;
  const { plant_id, device_id } = subject;
  const stored = await takeRuleVersion(tx, { plant_id, device_id, code });
  if (version !== undefined && version !== stored) throw await savedElsewhere(tx, given);
  const params = saidOf(given.params);
  if (enabled === null && Object.keys(params).length === 0) {
    await takeBack(tx, subject, code);
    return rulesOf(tx, given);
  }
  if (!(await saveRule(tx, { plant_id, device_id, code, enabled, params }, stored)))
    throw await savedElsewhere(tx, given);
  const said = { ...namedIn(subject), alarm: code, ...(enabled === null ? {} : { enabled }), ...params };
  await recordAudit(tx, 'alarm_rule.changed', targetOf(subject), said);
  await tellRules(tx);
  return rulesOf(tx, given);
}

async function savedElsewhere(tx: Tx, asked: SubjectAsked): Promise<Refusal> {
  const stored = await rulesOf(tx, asked);
  return new Refusal('conflict', 'This was saved elsewhere in the meantime', { extra: { stored } });
}

/** Takes a rule back. @throws Refusal not_found where nothing is set; forbidden */
export async function removeRule(
  tx: Tx,
  { code, ...asked }: SubjectAsked & { code: AlarmCode },
): Promise<void> {
  const subject = await checkGiven(tx, { ...asked, code, params: {} });
  if (!(await takeBack(tx, subject, code))) notFound();
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
