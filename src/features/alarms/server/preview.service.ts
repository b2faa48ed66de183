import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import { inScope, type Scope, seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, knownZone, localDay } from '../../../shared/units/zones.ts';
import type { AlarmRulePreview, PreviewedAlarm } from '../alarm-rules.contract.ts';
import { CompanyRules, type SetRule } from '../alarm-rules.model.ts';
import type { EvaluationState } from '../evaluation/active-alarm.model.ts';
import type { WatchedPort } from '../evaluation/watched.model.ts';
import { definedParams } from '../rule-fields.model.ts';
import { PREVIEW_DAYS, PREVIEW_LISTED, previewStep_ms } from '../rule-preview.model.ts';
import { readEvaluationState } from './evaluation-state.repository.ts';
import { countRealAlarms, listPreviewPlants, type PreviewPlant } from './preview.repository.ts';
import type { RaisedAlarm } from './replay/alarm-tally.ts';
import { readHistory } from './replay/history-reader.ts';
import { PlantReplay } from './replay/plant-replay.ts';
import type { RuleSubjectRow } from './rules.repository.ts';
import { type RuleInput, validateRule } from './rules.service.ts';
import {
  type DeviceFacts,
  listDeviceFacts,
  listPlantFacts,
  listPorts,
  listSetRules,
  type PlantFacts,
} from './watched.repository.ts';

/** What is asked of a preview, as plain data. */
export type PreviewRequest = RuleInput & {
  /** Only plants whose code comes after it. */
  readonly after?: string | undefined;
};

/** Before the time that counts the evaluator looks for so long: windows fill, and what stood already is known. */
const WARM_UP_MS = DAY_MS;
/** Plants are taken one after the other until so long has passed: whoever asks sees how far it is, and asks on. */
const BUDGET_MS = 5000;
/** The first one has longer, so that each answer comes further. */
const FIRST_TIMES = 12;

export interface PreviewDeps {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly now: number;
  readonly signal?: AbortSignal;
  readonly budget_ms?: number;
  /** Milliseconds that have passed, by whatever clock. */
  readonly clock?: () => number;
}

interface PreviewData {
  readonly subject: RuleSubjectRow;
  /** Those that this question is about, by code, and how many there are with those before. */
  readonly plants: readonly PlantFacts[];
  readonly asked: number;
  readonly named: ReadonlyMap<number, PreviewPlant>;
  readonly devices: ReadonlyMap<number, readonly DeviceFacts[]>;
  readonly ports: readonly WatchedPort[];
  readonly set: readonly SetRule[];
  readonly rhythms: EvaluationState['rhythms'];
}

async function previewDataOf(tx: Tx, request: PreviewRequest): Promise<PreviewData> {
  const subject = await validateRule(tx, request);
  const [all, devices, ports, set, state] = await Promise.all([
    listPlantFacts(tx),
    listDeviceFacts(tx),
    listPorts(tx),
    listSetRules(tx),
    readEvaluationState(tx),
  ]);
  const plants = all.filter(({ plant_id }) =>
    subject.plant_id === null ? seesPlant(tx.scope, plant_id) : plant_id === subject.plant_id,
  );
  const named = await listPreviewPlants(
    tx,
    plants.map(({ plant_id }) => plant_id),
  );
  const byId = new Map(named.map((plant) => [plant.plant_id, plant]));
  const codeOf = ({ plant_id }: PlantFacts) => byId.get(plant_id)?.proj_code ?? '';
  const { after = '' } = request;
  return {
    subject,
    plants: plants.filter((plant) => codeOf(plant) > after).sort((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1)),
    asked: plants.length,
    named: byId,
    devices: Map.groupBy(devices, ({ plant_id }) => plant_id),
    ports,
    set,
    rhythms: state?.rhythms,
  };
}

const serialized = ({ enabled, params }: SetRule) =>
  JSON.stringify([enabled, Object.entries(params).toSorted(([a], [b]) => a.localeCompare(b))]);

/** The rules of the company as they would be, and as they are in force; once where that is the same. */
function bothRules({ subject, set }: PreviewData, { code, enabled, params }: PreviewRequest): CompanyRules[] {
  const { plant_id, device_id } = subject;
  const others = set.filter(
    (rule) => rule.code !== code || rule.plant_id !== plant_id || rule.device_id !== device_id,
  );
  const proposed: SetRule = { plant_id, device_id, code, enabled, params: definedParams(params) };
  const own = set.find((rule) => !others.includes(rule)) ?? { ...proposed, enabled: null, params: {} };
  const asProposed = new CompanyRules([...others, proposed]);
  return serialized(own) === serialized(proposed) ? [asProposed] : [asProposed, new CompanyRules(set)];
}

interface PlantRaised {
  readonly plant_id: number;
  readonly step_ms: number;
  readonly until: number;
  /** Whether all of its time was looked at. */
  readonly whole: boolean;
  readonly proposed: readonly RaisedAlarm[];
  readonly in_force: readonly RaisedAlarm[];
  /** Local days of which readings are stored. */
  readonly read: ReadonlySet<string>;
}

interface Past {
  readonly request: PreviewRequest;
  readonly rules: readonly CompanyRules[];
  readonly start: number;
  readonly end: number;
  /** Whether time is over, for the first plant or for one after it. */
  readonly isOver: (first: boolean) => boolean;
}

const abandoned = () => new AppError('unavailable', 'Nobody waits for the answer any more');

/** Notes the local days of instants (epoch ms, ascending). */
function noteDays(days: Set<string>, ts: Float64Array, zone: string): void {
  let known_until = Number.NEGATIVE_INFINITY;
  for (const at of ts) {
    if (at < known_until) continue;
    const { day, end } = localDay(zone, at);
    days.add(day);
    known_until = end;
  }
}

async function replayPlant(
  deps: PreviewDeps,
  data: PreviewData,
  plant: PlantFacts,
  past: Past & { readonly first: boolean },
): Promise<PlantRaised> {
  const devices = data.devices.get(plant.plant_id) ?? [];
  const { start, end, request } = past;
  const from = start - WARM_UP_MS;
  const step_ms = previewStep_ms(request.code, devices.length, end - from);
  const ids = new Set(devices.flatMap(({ port_id, polled }) => (polled ? (port_id ?? []) : [])));
  const replay = new PlantReplay({
    plant,
    devices,
    ports: data.ports.filter(({ port_id }) => ids.has(port_id)),
    start: from,
    step_ms,
    rules: past.rules,
    ...(data.rhythms && { rhythms: data.rhythms }),
    counted: { code: request.code, device_id: data.subject.device_id },
  });
  const device_ids = devices.map(({ device_id }) => device_id);
  const zone = knownZone(data.named.get(plant.plant_id)?.time_zone ?? 'UTC');
  const read = new Set<string>();
  let until = from;
  for await (const part of readHistory(deps.pool, deps.scope, { device_ids, start: from, end })) {
    if (deps.signal?.aborted) throw abandoned();
    for (const { ts } of part.readings) noteDays(read, ts, zone);
    replay.run(part.readings, part.until);
    until = part.until;
    if (past.isOver(past.first)) break;
  }
  const [proposed = [], in_force = proposed] = replay.raised(start);
  return { plant_id: plant.plant_id, step_ms, until, whole: until >= end, proposed, in_force, read };
}

/** Plants one after the other, as far as time reaches; of one that stands alone what could be looked at. */
async function replayPlants(deps: PreviewDeps, data: PreviewData, past: Past): Promise<PlantRaised[]> {
  const done: PlantRaised[] = [];
  for (const plant of data.plants) {
    const first = done.length === 0;
    if (!first && past.isOver(false)) break;
    const raised = await replayPlant(deps, data, plant, { ...past, first });
    if (raised.whole || data.asked === 1) done.push(raised);
    if (!raised.whole) break;
  }
  return done;
}

function presentAlarms(
  alarms: readonly RaisedAlarm[],
  { named, devices, ports }: PreviewData,
): PreviewedAlarm[] {
  const sorted = alarms.toSorted((a, b) => a.opened_at - b.opened_at);
  return sorted.slice(0, PREVIEW_LISTED).flatMap((alarm) => {
    const plant = named.get(alarm.plant_id);
    if (!plant) return [];
    const device = devices.get(alarm.plant_id)?.find(({ device_id }) => device_id === alarm.device_id);
    return [
      {
        proj_code: plant.proj_code,
        plant_name: plant.name,
        time_zone: plant.time_zone,
        device_id: alarm.device_id,
        short_name: device?.short_name ?? null,
        port_name: ports.find(({ port_id }) => port_id === alarm.port_id)?.name ?? null,
        from: new Date(alarm.began_at).toISOString(),
        to: alarm.end === null ? null : new Date(alarm.end).toISOString(),
        count: alarm.count,
      },
    ];
  });
}

function presentRaised(alarms: readonly RaisedAlarm[], data: PreviewData): AlarmRulePreview['proposed'] {
  return {
    count: alarms.length,
    repeats: alarms.reduce((sum, { count }) => sum + count - 1, 0),
    stood_min: Math.round(alarms.reduce((sum, { stood_ms }) => sum + stood_ms, 0) / 60_000),
    first: presentAlarms(alarms, data),
  };
}

/** Every local day from start to end of the plants looked at, with what opened on it. */
function daysOf(
  plants: readonly PlantRaised[],
  { named }: PreviewData,
  { start, real }: { start: number; real: readonly { day: string; count: number }[] },
): AlarmRulePreview['days'] {
  const days = new Map<string, AlarmRulePreview['days'][number]>();
  const at = (day: string) => {
    const known = days.get(day) ?? { day, proposed: 0, in_force: 0, real: 0, read: false };
    days.set(day, known);
    return known;
  };
  for (const { plant_id, until, proposed, in_force, read } of plants) {
    const zone = knownZone(named.get(plant_id)?.time_zone ?? 'UTC');
    for (let ts = start; ts < until; ) {
      const { day, end } = localDay(zone, ts);
      at(day).read ||= read.has(day);
      ts = end;
    }
    for (const { opened_at } of proposed) at(localDay(zone, opened_at).day).proposed++;
    for (const { opened_at } of in_force) at(localDay(zone, opened_at).day).in_force++;
  }
  for (const { day, count } of real) at(day).real += count;
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
}

const lastCode = (plants: readonly PlantRaised[], { named }: PreviewData): string | null =>
  named.get(plants.at(-1)?.plant_id ?? 0)?.proj_code ?? null;

/**
 * What values of a rule, not saved yet, would have raised in the last days, beside those in force: the evaluator itself looks
 * at the stored readings again, plant by plant, until its time is over.
 * @throws AppError as validateRule; unavailable when nobody waits for the answer any more
 */
export async function previewRule(deps: PreviewDeps, request: PreviewRequest): Promise<AlarmRulePreview> {
  const { pool, scope, now, budget_ms = BUDGET_MS, clock = () => performance.now() } = deps;
  const begun = clock();
  const end = Math.floor(now / 60_000) * 60_000;
  const start = end - PREVIEW_DAYS * DAY_MS;
  const data = await inScope(pool, scope, (tx) => previewDataOf(tx, request), 'read only');
  const isOver = (first: boolean) => clock() - begun >= (first ? FIRST_TIMES * budget_ms : budget_ms);
  const rules = bothRules(data, request);
  const plants = await replayPlants(deps, data, { request, rules, start, end, isOver });
  const until = Math.min(end, ...plants.map((plant) => plant.until));
  const real = await inScope(
    pool,
    scope,
    (tx) =>
      countRealAlarms(tx, {
        code: request.code,
        plant_ids: plants.map(({ plant_id }) => plant_id),
        device_id: data.subject.device_id,
        start,
        end: until,
      }),
    'read only',
  );
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    step_min: Math.max(0, ...plants.map(({ step_ms }) => step_ms)) / 60_000,
    plants: { asked: data.asked, looked_at: plants.length },
    next: plants.length < data.plants.length ? lastCode(plants, data) : null,
    looked_until: until < end ? new Date(until).toISOString() : null,
    proposed: presentRaised(
      plants.flatMap(({ proposed }) => proposed),
      data,
    ),
    in_force: presentRaised(
      plants.flatMap(({ in_force }) => in_force),
      data,
    ),
    real: real.reduce((sum, { count }) => sum + count, 0),
    days: daysOf(plants, data, { start, real }),
  };
}
