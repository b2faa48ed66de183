import { HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import { subjectKey } from './active-alarm.model.ts';
import { mismatchEvidence, noProductionEvidence, silenceEvidence } from './evidence-sources.model.ts';
import type { ExplainedAt } from './explained.model.ts';
import { balanceOf, observeMeterMismatch, subjectOf } from './meters.model.ts';
import { delaysOf, type PlantEvaluation } from './plant-evaluation.model.ts';
import { observePlantNoProduction, plantPatience } from './production.model.ts';
import { reasonParams } from './reason-params.model.ts';
import {
  observeAllPorts,
  observeNoData,
  observePorts,
  type PortSnapshot,
  plantSilence_ms,
} from './silence.model.ts';
import { SNOW_HIDES_PLANT_MS } from './snow.model.ts';
import { isSnowSuspected } from './snow-memory.model.ts';
import { isPlantWatchable, isWatchable } from './watchable.model.ts';

const WHOLE = { device_id: null, port_id: null } as const;

/** Keys of what is evaluated of a plant as a whole. */
export const PLANT_CONNECTION = subjectKey({ ...WHOLE, code: 'connection_lost' });
export const PLANT_NO_PRODUCTION = subjectKey({ ...WHOLE, code: 'no_production' });
export const portConnectionKey = (port_id: number): string =>
  subjectKey({ device_id: null, port_id, code: 'connection_lost' });

function evaluatePort(evaluation: PlantEvaluation, { port, polled, observation, lost }: PortSnapshot): void {
  const { plant, rules } = evaluation.snapshot;
  const rule = rules.ruleOf('connection_lost', plant);
  const limit_ms = rule.values.silent_after_min * MINUTE_MS;
  evaluation.check({
    subject: { plant_id: plant.plant_id, device_id: null, port_id: port.port_id },
    code: 'connection_lost',
    rule,
    observation,
    delays: delaysOf(rule.values),
    span_ms: limit_ms,
    after: [PLANT_CONNECTION],
    params: () => {
      const said = lost === null ? reasonParams(port.reason) : { lost_pct: Math.round(100 * lost) };
      return { port: port.name, ...said };
    },
    evidenceSource: (began_at) => {
      const found = silenceEvidence(evaluation.snapshot, { silent: polled, began_at, limit_ms });
      if (lost === null) return { ...found, unused: ['lost_share_pct'] };
      return { ...found, figures: [{ code: 'lost_pct', value: 100 * lost }], unused: ['silent_after_min'] };
    },
  });
}

/** The ways to a plant: all of its ports as one, then each. */
export function evaluateConnections(evaluation: PlantEvaluation, explainedAt: ExplainedAt): void {
  const { plant, rules, devices } = evaluation.snapshot;
  const ports = observePorts(evaluation.snapshot, (port_id) => explainedAt({ port_id }));
  const rule = rules.ruleOf('connection_lost', plant);
  const limit_ms = rule.values.silent_after_min * MINUTE_MS;
  if (isPlantWatchable('connection_lost', plant))
    evaluation.check({
      subject: { plant_id: plant.plant_id, ...WHOLE },
      code: 'connection_lost',
      rule,
      observation: observeAllPorts(ports),
      delays: delaysOf(rule.values),
      params: () => ({ ports: ports.length, ...reasonParams(ports[0]?.port.reason ?? null) }),
      evidenceSource: (began_at) => ({
        ...silenceEvidence(evaluation.snapshot, { silent: devices, began_at, limit_ms }),
        unused: ['lost_share_pct'],
      }),
    });
  for (const port of ports) evaluatePort(evaluation, port);
}

export function evaluateNoData(evaluation: PlantEvaluation, explainedAt: ExplainedAt): void {
  const { plant, rules, devices } = evaluation.snapshot;
  if (!isPlantWatchable('no_data', plant)) return;
  const rule = rules.ruleOf('no_data', plant);
  evaluation.check({
    subject: { plant_id: plant.plant_id, ...WHOLE },
    code: 'no_data',
    rule,
    observation: observeNoData(evaluation.snapshot, explainedAt({})),
    delays: delaysOf(rule.values),
    span_ms: plantSilence_ms(evaluation.snapshot),
    params: () => ({}),
    evidenceSource: (began_at) =>
      silenceEvidence(evaluation.snapshot, {
        silent: devices,
        began_at,
        limit_ms: plantSilence_ms(evaluation.snapshot),
      }),
  });
}

/** A plant that makes nothing by day; under snow, as it seems, only after a day of it. */
export function evaluatePlantNoProduction(evaluation: PlantEvaluation): void {
  const { plant, rules, inverters } = evaluation.snapshot;
  if (!isPlantWatchable('no_production', plant)) return;
  const rule = rules.ruleOf('no_production', plant);
  const observation = observePlantNoProduction(evaluation.snapshot);
  const faults = inverters.map(({ device }) =>
    subjectKey({ device_id: device.device_id, port_id: null, code: 'inverter_fault' }),
  );
  evaluation.check({
    subject: { plant_id: plant.plant_id, ...WHOLE },
    code: 'no_production',
    rule,
    observation,
    delays: delaysOf(rule.values, plantPatience(evaluation.snapshot)),
    after: faults,
    suppressed: isSnowSuspected(evaluation, SNOW_HIDES_PLANT_MS),
    params: () => ({}),
    evidenceSource: (began_at) =>
      noProductionEvidence(evaluation.snapshot, {
        one: null,
        began_at,
        limit_pct: rule.values.least_share_pct,
      }),
  });
}

export function evaluateMeterMismatch(evaluation: PlantEvaluation): void {
  const meters = evaluation.snapshot.plant.devices.filter(({ category }) => category === 'production_meter');
  const subject = { ...subjectOf(evaluation.snapshot, meters), port_id: null };
  if (!isWatchable(evaluation.snapshot.plant, { ...subject, code: 'meter_mismatch' })) return;
  const rule = evaluation.snapshot.rules.ruleOf('meter_mismatch', subject);
  const balance = balanceOf(evaluation.snapshot);
  evaluation.check({
    subject,
    code: 'meter_mismatch',
    rule,
    observation: observeMeterMismatch(evaluation.snapshot, balance),
    delays: delaysOf(rule.values),
    span_ms: rule.values.window_h * HOUR_MS,
    params: () => ({
      device: meters.map(({ short_name }) => short_name).join(', '),
      deviation_pct: balance && Math.round(1000 * balance.deviation) / 10,
    }),
    evidenceSource: () =>
      mismatchEvidence(evaluation.snapshot, balance ?? NO_BALANCE, rule.values.deviation_pct),
  });
}

/** Never shown: an alarm opens only by a balance. */
const NO_BALANCE = { meters: [], metered_kw: 0, inverters_kw: 0, deviation: 0, start: 0, end: 0 } as const;
