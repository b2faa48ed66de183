import { HOUR_MS } from '../daylight.model.ts';
import type { ExplainedAt } from './explained.model.ts';
import { foundMismatch, foundNoProduction, foundSilence } from './found.model.ts';
import { balanceOf, lookForMismatch, subjectOf } from './meters.model.ts';
import { lookForPlantNoProduction, plantPatience } from './production.model.ts';
import { delaysOf, type PlantRound } from './round.model.ts';
import { saidParams } from './said.model.ts';
import {
  lookAtAllPorts,
  lookAtPorts,
  lookForNoData,
  type PortSight,
  plantSilence_ms,
} from './silence.model.ts';
import { SNOW_HIDES_PLANT_MS } from './snow.model.ts';
import { snowSince } from './snow-memory.model.ts';
import { subjectKey } from './standing.model.ts';
import { isPlantWatchable, isWatchable } from './watchable.model.ts';

const MINUTE_MS = 60_000;
const WHOLE = { device_id: null, port_id: null } as const;

/** Keys of what is judged of a plant as a whole. */
export const PLANT_WAY = subjectKey({ ...WHOLE, code: 'connection_lost' });
export const PLANT_NO_PRODUCTION = subjectKey({ ...WHOLE, code: 'no_production' });
export const portWay = (port_id: number): string =>
  subjectKey({ device_id: null, port_id, code: 'connection_lost' });

function takePort(round: PlantRound, { port, polled, look, lost }: PortSight): void {
  const { plant, rules } = round.sight;
  const rule = rules.ruleOf('connection_lost', plant);
  const limit_ms = rule.values.silent_after_min * MINUTE_MS;
  round.take({
    subject: { plant_id: plant.plant_id, device_id: null, port_id: port.port_id },
    code: 'connection_lost',
    rule,
    look,
    delays: delaysOf(rule.values),
    span_ms: limit_ms,
    after: [PLANT_WAY],
    params: () => {
      const said = lost === null ? saidParams(port.reason) : { lost_pct: Math.round(100 * lost) };
      return { port: port.name, ...said };
    },
    found: (began_at) => {
      const found = foundSilence(round.sight, { silent: polled, began_at, limit_ms });
      if (lost === null) return { ...found, unused: ['lost_share_pct'] };
      return { ...found, figures: [{ code: 'lost_pct', value: 100 * lost }], unused: ['silent_after_min'] };
    },
  });
}

/** The ways to a plant: all of its ports as one, then each. */
export function takeWays(round: PlantRound, explainedAt: ExplainedAt): void {
  const { plant, rules, devices } = round.sight;
  const ports = lookAtPorts(round.sight, (port_id) => explainedAt({ port_id }));
  const rule = rules.ruleOf('connection_lost', plant);
  const limit_ms = rule.values.silent_after_min * MINUTE_MS;
  if (isPlantWatchable('connection_lost', plant))
    round.take({
      subject: { plant_id: plant.plant_id, ...WHOLE },
      code: 'connection_lost',
      rule,
      look: lookAtAllPorts(ports),
      delays: delaysOf(rule.values),
      params: () => ({ ports: ports.length, ...saidParams(ports[0]?.port.reason ?? null) }),
      found: (began_at) => ({
        ...foundSilence(round.sight, { silent: devices, began_at, limit_ms }),
        unused: ['lost_share_pct'],
      }),
    });
  for (const port of ports) takePort(round, port);
}

export function takeNoData(round: PlantRound, explainedAt: ExplainedAt): void {
  const { plant, rules, devices } = round.sight;
  if (!isPlantWatchable('no_data', plant)) return;
  const rule = rules.ruleOf('no_data', plant);
  round.take({
    subject: { plant_id: plant.plant_id, ...WHOLE },
    code: 'no_data',
    rule,
    look: lookForNoData(round.sight, explainedAt({})),
    delays: delaysOf(rule.values),
    span_ms: plantSilence_ms(round.sight),
    params: () => ({}),
    found: (began_at) =>
      foundSilence(round.sight, { silent: devices, began_at, limit_ms: plantSilence_ms(round.sight) }),
  });
}

/** A plant that makes nothing by day; under snow, as it seems, only after a day of it. */
export function takePlantNoProduction(round: PlantRound): void {
  const { plant, rules, inverters } = round.sight;
  if (!isPlantWatchable('no_production', plant)) return;
  const rule = rules.ruleOf('no_production', plant);
  const look = lookForPlantNoProduction(round.sight);
  const faults = inverters.map(({ device }) =>
    subjectKey({ device_id: device.device_id, port_id: null, code: 'inverter_fault' }),
  );
  round.take({
    subject: { plant_id: plant.plant_id, ...WHOLE },
    code: 'no_production',
    rule,
    look,
    delays: delaysOf(rule.values, plantPatience(round.sight)),
    after: faults,
    hold: snowSince(round, SNOW_HIDES_PLANT_MS),
    params: () => ({}),
    found: (began_at) =>
      foundNoProduction(round.sight, { one: null, began_at, limit_pct: rule.values.least_share_pct }),
  });
}

export function takeMismatch(round: PlantRound): void {
  const meters = round.sight.plant.devices.filter(({ category }) => category === 'production_meter');
  const subject = { ...subjectOf(round.sight, meters), port_id: null };
  if (!isWatchable(round.sight.plant, { ...subject, code: 'meter_mismatch' })) return;
  const rule = round.sight.rules.ruleOf('meter_mismatch', subject);
  const balance = balanceOf(round.sight);
  round.take({
    subject,
    code: 'meter_mismatch',
    rule,
    look: lookForMismatch(round.sight, balance),
    delays: delaysOf(rule.values),
    span_ms: rule.values.window_h * HOUR_MS,
    params: () => ({
      device: meters.map(({ short_name }) => short_name).join(', '),
      deviation_pct: balance && Math.round(1000 * balance.deviation) / 10,
    }),
    found: () => foundMismatch(round.sight, balance ?? NO_BALANCE, rule.values.deviation_pct),
  });
}

/** Never shown: an alarm opens only by a balance. */
const NO_BALANCE = { meters: [], metered_kw: 0, inverters_kw: 0, deviation: 0, start: 0, end: 0 } as const;
