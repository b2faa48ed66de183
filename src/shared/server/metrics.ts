import type pg from 'pg';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/**
 * What an operator watches, of this process. No label names a company, a person, a plant, a device or an address: whoever
 * may read the figures of an installation may not know its tenants.
 */
const own = new Registry();
const registers = [own];

export const readingsStored = new Counter({
  name: 'meridiana_readings_stored_total',
  help: 'Readings on disk, new or repeated, whatever they came by',
  registers,
});
export const readingAge = new Histogram({
  name: 'meridiana_reading_age_seconds',
  help: 'Age of the newest reading of a delivery when it was on disk',
  buckets: [1, 2, 5, 15, 60, 300, 3600, 86_400],
  registers,
});
export const polls = new Counter({
  name: 'meridiana_polls_total',
  help: 'Polls of devices by result: answered or silent',
  labelNames: ['result'] as const,
  registers,
});
for (const result of ['answered', 'silent']) polls.inc({ result }, 0);
export const alarmEvaluations = new Histogram({
  name: 'meridiana_alarm_evaluation_seconds',
  help: "Time that one look at a company's alarms took",
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  registers,
});
export const requestTime = new Histogram({
  name: 'meridiana_http_request_duration_seconds',
  help: 'Time from a request to the end of its answer by class of call, method and class of status; streams left out',
  labelNames: ['class', 'method', 'status'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 1, 5, 30],
  registers,
});

const pools = new Map<string, pg.Pool>();
new Gauge({
  name: 'meridiana_database_connections',
  help: 'Connections to PostgreSQL by pool: in use, idle, and requests that wait for one',
  labelNames: ['pool', 'state'] as const,
  registers,
  collect() {
    for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
      this.set({ pool, state: 'used' }, totalCount - idleCount);
      this.set({ pool, state: 'idle' }, idleCount);
      this.set({ pool, state: 'waiting' }, waitingCount);
    }
  },
});

/** Counts a pool's connections from now on. */
export function watchPool(name: string, pool: pg.Pool): void {
  pools.set(name, pool);
}

/** Begins to measure a process: its event loop, memory and processor time come along. */
export function startMetrics(part: string): void {
  own.setDefaultLabels({ part });
  collectDefaultMetrics({ register: own, eventLoopMonitoringPrecision: 20 });
}

export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** This process's figures as they travel to another one. */
export const ownMetrics = (): Promise<Metrics> => own.getMetricsAsJSON();

/** Of a part that has told nothing for so long nothing is known. */
const KEPT_MS = 60_000;
const others = new Map<string, { metrics: Metrics; until: number }>();

/** Keeps what another part of the program tells of itself. */
export function keepMetrics(part: string, metrics: Metrics, now = Date.now()): void {
  others.set(part, { metrics, until: now + KEPT_MS });
}

/** The figures of this process and of the parts that were heard of lately, in Prometheus' text format. */
export async function writeMetrics(now = Date.now()): Promise<string> {
  const heard = [...others.values()].filter(({ until }) => until > now).map(({ metrics }) => metrics);
  return AggregatorRegistry.aggregate([await ownMetrics(), ...heard]).metrics();
}

export const METRICS_TYPE = own.contentType;
