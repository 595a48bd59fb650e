import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds, from one hop to the whole budget of an HTTP request. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

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
    operations: new Histogram({
      name: 'xs2a_operation_seconds',
      help: 'Time to answer an operation on the bus, by outcome',
      labelNames: ['operation', 'outcome'],
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    requests: new Histogram({
      name: 'xs2a_http_request_seconds',
      help: 'Time to answer an HTTP request, by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: BUCKETS_SECONDS,
      registers,
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

/** Adds a gauge that is read when `/metrics` is scraped. */
export function observe({ registry }: Metrics, name: string, help: string, look: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await look());
    },
  });
}

/** Adds a counter with one label. Returns the function that counts. */
export function counting({ registry }: Metrics, name: string, help: string, label: string): (value: string) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  return (value) => counter.inc({ [label]: value });
}
