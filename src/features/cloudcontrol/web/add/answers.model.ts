import { type NumberLimits, readNumber } from '../../../../shared/web/forms/number-text.model.ts';
import type { Framer } from '../../../plants/field.model.ts';
import type { Reason } from '../../configured.contract.ts';
import type { FieldTask, FoundDevice } from '../../field-tools.contract.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import type { Draft, Row } from './draft.model.ts';
import { TCP_PORT, TIMEOUT } from './find-form.model.ts';
import type { Question } from './use-field-task.ts';

/** What came of trying one row. */
export interface Outcome {
  state: FieldTask['state'];
  /** Why nothing was read; null while it is awaited, and where something was. */
  reason: Reason | null;
  latency_ms: number | null;
  /** Values that were read, of those that were asked for. */
  read: number;
  asked: number;
  serial_number: string;
  model: string;
  values: readonly { name: string; value: number }[];
  /** The device as it says itself; null where it was tried by a list. */
  found: FoundDevice | null;
  /** Further devices at the same unit. */
  others: number;
}

/** Not asked yet. */
export const AWAITED: Outcome = {
  state: 'waiting',
  reason: null,
  latency_ms: null,
  read: 0,
  asked: 0,
  serial_number: '',
  model: '',
  values: [],
  found: null,
  others: 0,
};

export const hasAnswered = (outcome: Outcome | undefined): boolean =>
  outcome?.state === 'ended' && outcome.reason === null;

const readOnes = (values: readonly { name: string; value: number | null }[]) =>
  values.flatMap(({ name, value }) => (value === null ? [] : { name, value }));

function ofFound(task: FieldTask, found: FoundDevice, others: number): Outcome {
  const values = readOnes(found.variables);
  return {
    ...AWAITED,
    state: task.state,
    read: values.length,
    asked: found.variables.length,
    serial_number: found.serial_number,
    model: [found.manufacturer, found.model].filter(Boolean).join(' '),
    values,
    found,
    others,
  };
}

/** What a task says of its row. */
export function outcomeOf(task: FieldTask): Outcome {
  const { state, reason, test, found } = task;
  if (state !== 'ended' || reason) return { ...AWAITED, state, reason };
  if (task.kind === 'find') {
    const first = found.find(({ category }) => category === 'inverter') ?? found[0];
    if (first) return ofFound(task, first, found.length - 1);
    return { ...AWAITED, state, reason: { code: 'not_sunspec' } };
  }
  if (!test) return { ...AWAITED, state, reason: { code: 'silent' } };
  const values = readOnes(test.values);
  const textOf = (name: string) => test.attributes.find((one) => one.name === name)?.value?.trim() ?? '';
  const nothing = values.length === 0 && test.attributes.every(({ value }) => !value);
  const why = test.values.find((one) => one.reason)?.reason ?? { code: 'nothing' };
  return {
    ...AWAITED,
    state,
    reason: nothing ? why : null,
    latency_ms: test.latency_ms,
    read: values.length,
    asked: test.values.length,
    serial_number: textOf('serial_number'),
    model: textOf('model'),
    values,
  };
}

/** Rows of which nothing came, by the code of why: what to look at first is the same for all of them. */
export function silencesOf(
  rows: readonly Row[],
  outcomes: ReadonlyMap<string, Outcome>,
): { reasons: Reason[]; names: string[] }[] {
  const silences = new Map<unknown, { reasons: Map<string, Reason>; names: string[] }>();
  for (const { key, short_name } of rows) {
    const reason = outcomes.get(key)?.reason;
    if (!reason) continue;
    const known = silences.get(reason.code) ?? { reasons: new Map<string, Reason>(), names: [] as string[] };
    known.reasons.set(JSON.stringify(reason), reason);
    known.names.push(short_name);
    silences.set(reason.code, known);
  }
  return [...silences.values()].map(({ reasons, names }) => ({ reasons: [...reasons.values()], names }));
}

/** A question with the keys of the rows that its tasks are about, in their order. */
export interface Round {
  readonly question: Question;
  readonly keys: readonly string[];
}

type Of = Pick<Draft, 'kind' | 'template_key' | 'like_id' | 'framer' | 'timeout_ms'>;

const numberIn = (limits: NumberLimits, typed: string): number | undefined =>
  readNumber(typed, limits).value ?? undefined;

interface GatewayWish {
  host: string;
  port: number | undefined;
  framer: Framer;
  timeout_ms: number | undefined;
}

/** Where a row's device is: the port that stands, or what may become one. */
export function targetOf(
  row: Pick<Row, 'host' | 'port'>,
  of: Pick<Of, 'framer' | 'timeout_ms'>,
  port_id: number | null,
): { port_id: number } | GatewayWish {
  if (port_id !== null) return { port_id };
  return {
    host: row.host.trim(),
    port: numberIn(TCP_PORT, row.port),
    framer: of.framer as Framer,
    timeout_ms: numberIn(TIMEOUT, of.timeout_ms),
  };
}

/** What is asked of the field to try these rows: one question by a list, one for each gateway where devices say what they are. */
export function roundsFor(rows: readonly Row[], of: Of, port_id: number | null): Round[] {
  const keys = rows.map(({ key }) => key);
  if (of.kind !== 'sunspec') {
    const as = of.kind === 'like' ? { device_id: Number(of.like_id) } : { template_key: of.template_key };
    const tests = rows.map((row) => ({
      target: targetOf(row, of, port_id),
      unit_id: Number(row.unit_id),
      as,
    }));
    return [{ question: { kind: 'test', tests }, keys }];
  }
  const gateways = Map.groupBy(rows, (row) => JSON.stringify(targetOf(row, of, port_id)));
  return [...gateways.values()].flatMap((behind) => {
    const rounds: Round[] = [];
    for (let i = 0; i < behind.length; i += MAX_ASKED.unit_ids) {
      const part = behind.slice(i, i + MAX_ASKED.unit_ids);
      const [first] = part;
      if (!first) continue;
      const unit_ids = part.map((row) => Number(row.unit_id));
      rounds.push({
        question: { kind: 'find', target: targetOf(first, of, port_id), unit_ids },
        keys: part.map(({ key }) => key),
      });
    }
    return rounds;
  });
}
