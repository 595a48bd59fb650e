import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  type LabelValues,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { findContext, isRecorded, traceIdOf } from '../context/request-context.ts';

/** Seconds, from a single hop to the whole time budget of an HTTP request. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Seconds, from one second to a week: payments wait for people and for business days. */
const BUCKETS_OF_LIFETIMES_SECONDS = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400, 604_800];

/** Milliseconds that a scrape waits for a value, well below the ten seconds of Prometheus. */
const READ_MS_MAX = 2_000;

/** The metrics of a service. */
export interface Metrics {
  readonly registry: Registry;
  readonly operations: Histogram<'operation' | 'outcome'>;
  readonly requests: Histogram<'endpoint' | 'status'>;
  readonly inFlight: Gauge;
  readonly outboxRepeats: Counter<'collection'>;
  readonly deadLetters: Counter<'collection'>;
  readonly unauthentic: Counter<'operation' | 'fault'>;
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    operations: histogramWithExemplars(registry, {
      name: 'xs2a_operation_seconds',
      help: 'Time to answer an operation on the bus, by outcome',
      labelNames: ['operation', 'outcome'],
      buckets: BUCKETS_SECONDS,
    }),
    requests: histogramWithExemplars(registry, {
      name: 'xs2a_http_request_seconds',
      help: 'Time to answer an HTTP request, by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: BUCKETS_SECONDS,
    }),
    inFlight: new Gauge({ name: 'xs2a_operations_in_flight', help: 'Operations being worked on', registers }),
    outboxRepeats: new Counter({
      name: 'xs2a_outbox_repeats_total',
      help: 'Deliveries that failed and will be repeated',
      labelNames: ['collection'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'xs2a_dead_letters_total',
      help: 'Deliveries that their receiver refused for good',
      labelNames: ['collection'],
      registers,
    }),
    unauthentic: new Counter({
      name: 'xs2a_unauthentic_messages_total',
      help: 'Messages on the bus that were refused because their sender or their content is not authentic',
      labelNames: ['operation', 'fault'],
      registers,
    }),
  };
}

/** prom-client creates such a histogram only in an OpenMetrics registry. Each scrape chooses the output format. */
function histogramWithExemplars<Label extends string>(
  registry: Registry,
  config: HistogramConfiguration<Label>,
): Histogram<Label> {
  const ofOpenMetrics = registry as unknown as Registry<OpenMetricsContentType>;
  ofOpenMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  try {
    return new Histogram<Label>({ ...config, enableExemplars: true, registers: [ofOpenMetrics] });
  } finally {
    registry.setContentType(Registry.PROMETHEUS_CONTENT_TYPE);
  }
}

/** Observes a duration, with the trace as its exemplar if it is recorded. */
export function observeTime<Label extends string>(
  histogram: Histogram<Label>,
  labels: LabelValues<Label>,
  seconds: number,
  traceparent = findContext()?.traceparent,
): void {
  const isExemplar = traceparent !== undefined && isRecorded({ traceparent });
  const exemplarLabels = (isExemplar ? { trace_id: traceIdOf({ traceparent }) } : {}) as LabelValues<Label>;
  histogram.observe({ labels, value: seconds, exemplarLabels });
}

/** Adds a histogram of lifetimes. Returns the function that observes one. */
export function addLifetimeHistogram<Label extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
): (labels: Record<Label, string>, seconds: number) => void {
  return addTimeHistogram(metrics, name, help, labelNames, BUCKETS_OF_LIFETIMES_SECONDS);
}

/** Adds a histogram of the times of answers. Returns the function that observes one. */
export function addTimeHistogram<Label extends string>(
  { registry }: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets = BUCKETS_SECONDS,
): (labels: Record<Label, string>, seconds: number) => void {
  const histogram =
    (registry.getSingleMetric(name) as Histogram<Label> | undefined) ??
    histogramWithExemplars(registry, { name, help, labelNames, buckets });
  return (labels, seconds) => observeTime(histogram, labels, seconds);
}

/** Adds a gauge whose value is read on each scrape of `/metrics`; `NaN` if it cannot be read in time. */
export function addGauge(metrics: Metrics, name: string, help: string, look: () => Promise<number>): void {
  addLabelledGauge(metrics, name, help, [], async () => [[{}, await look()]]);
}

/**
 * Adds a gauge with labels whose values are read on each scrape of `/metrics`. Values that cannot be read in time are omitted, so
 * that a scrape still works while a server hangs; a gauge without labels is `NaN` then.
 */
export function addLabelledGauge<Label extends string>(
  { registry }: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
  look: () => Promise<readonly (readonly [Record<Label, string>, number])[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await withTimeout(look()).catch(() => undefined);
      this.reset();
      if (values === undefined && labelNames.length === 0) this.set(NaN);
      for (const [labels, value] of values ?? []) this.set(labels, value);
    },
  });
}

/** Rejects if reading a value takes longer than a scrape allows. A later result is ignored. */
async function withTimeout<T>(looking: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('not read in time')), READ_MS_MAX);
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Adds a counter with one label. Returns the function that counts. */
export function addCounter({ registry }: Metrics, name: string, help: string, label: string): (value: string) => void {
  const count = addLabelledCounter({ registry }, name, help, [label]);
  return (value) => count({ [label]: value });
}

/** Adds a counter. Returns the function that counts. */
export function addLabelledCounter<Label extends string>(
  { registry }: Pick<Metrics, 'registry'>,
  name: string,
  help: string,
  labelNames: readonly Label[],
): (labels: Record<Label, string>) => void {
  const known = registry.getSingleMetric(name) as Counter<Label> | undefined;
  const counter = known ?? new Counter({ name, help, labelNames, registers: [registry] });
  return (labels) => counter.inc(labels);
}
