import type * as api from '@opentelemetry/api';
import type { Context, SpanKind } from '@opentelemetry/api';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { newTraceparent, parseTraceparent, traceIdOf } from '../context/request-context.ts';
import { scrub } from './scrub.ts';
import { collectorOf, type TracingConfig } from './tracing-config.ts';

const EXPORT_MS_MAX = 2_000;
const EXPORT_EVERY_MS = 1_000;

/** The only permitted attributes of a span. None contains data of a PSU: operations, routes, names and results. */
interface SpanAttributes {
  'db.collection.name'?: string | undefined;
  'db.namespace'?: string | undefined;
  'db.operation.name'?: string | undefined;
  'db.system.name'?: 'mongodb' | undefined;
  /** The error case, or the kind of error. Never its message. */
  'error.type'?: string | undefined;
  'http.request.method'?: string | undefined;
  'http.response.status_code'?: number | undefined;
  'http.route'?: string | undefined;
  'messaging.destination.name'?: string | undefined;
  'messaging.system'?: 'nats' | undefined;
  'xs2a.attempts'?: number | undefined;
  'xs2a.job'?: string | undefined;
  'xs2a.outcome'?: string | undefined;
  'xs2a.request_id'?: string | undefined;
  'xs2a.tpp'?: string | undefined;
}

/** A span in progress. */
export interface StartedSpan {
  /** Trace context for the work inside the span, here and in other services. */
  readonly traceparent: string;
  end(result?: SpanAttributes & { name?: string | undefined }): void;
}

type Kind = 'server' | 'client' | 'internal';
type Api = typeof api;

const RECORDED = 1;
const nothing = (): void => undefined;

/**
 * Creates spans and sends them to a collector in batches, without delaying requests (decision 49). A service without tracing
 * creates none and loads no library for it.
 */
export class Tracing {
  readonly #api: Api;
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider['getTracer']>;
  readonly #isSampled: (traceId: string) => boolean;

  private constructor(loaded: Api, provider: TracerProvider, isSampled: (traceId: string) => boolean) {
    this.#api = loaded;
    this.#provider = provider;
    this.#tracer = provider.getTracer('xs2a');
    this.#isSampled = isSampled;
  }

  static async open(config: TracingConfig, service: string): Promise<Tracing | undefined> {
    const collector = collectorOf(config);
    if (collector === undefined) return undefined;
    const [loaded, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    const { url, tls, headers } = collector;
    const exporter = new OTLPTraceExporter({
      url,
      timeoutMillis: EXPORT_MS_MAX,
      headers: () => Promise.resolve().then(headers),
      httpAgentOptions: { keepAlive: true, ...tls },
    });
    const provider = new sdk.TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'xs2a',
        'service.name': service,
        'service.instance.id': crypto.randomUUID(),
      }),
      // Sampling is decided earlier: no span is created for an unrecorded request.
      sampler: new sdk.AlwaysOnSampler(),
      spanProcessors: [
        new sdk.BatchSpanProcessor({
          exporter,
          scheduledDelayMillis: EXPORT_EVERY_MS,
          exportTimeoutMillis: EXPORT_MS_MAX,
        }),
      ],
    });
    const share = new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG);
    const isSampled = (traceId: string): boolean => {
      const { decision } = share.shouldSample(loaded.ROOT_CONTEXT, traceId);
      return decision === sdk.SamplingDecision.RECORD_AND_SAMPLED;
    };
    return new Tracing(loaded, provider, isSampled);
  }

  /** Starts a span below another one, or a new trace; undefined if it is not recorded. */
  start(
    name: string,
    kind: Kind,
    parent: string | undefined,
    attributes: SpanAttributes = {},
  ): StartedSpan | undefined {
    const sent = parseTraceparent(parent);
    const isRecorded =
      sent === undefined
        ? this.#isSampled(traceIdOf({ traceparent: newTraceparent() }))
        : (sent.flags & RECORDED) !== 0;
    return isRecorded ? this.#start(name, kind, sent, attributes) : undefined;
  }

  /**
   * Starts the span of an external request. It keeps the trace of the sender, but the sender does not decide whether it is
   * recorded. If not, the rest of the request creates no spans either.
   */
  enter(name: string, parent: string | undefined, attributes: SpanAttributes = {}): StartedSpan {
    const sent = parseTraceparent(parent);
    const traceparent = newTraceparent(sent && `00-${sent.traceId}-${sent.spanId}-00`);
    return this.#isSampled(traceIdOf({ traceparent }))
      ? this.#start(name, 'server', sent, attributes)
      : { traceparent, end: nothing };
  }

  async stop(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }

  #start(
    name: string,
    kind: Kind,
    parent: { traceId: string; spanId: string } | undefined,
    attributes: SpanAttributes,
  ): StartedSpan {
    const kinds: Record<Kind, SpanKind> = {
      server: this.#api.SpanKind.SERVER,
      client: this.#api.SpanKind.CLIENT,
      internal: this.#api.SpanKind.INTERNAL,
    };
    const above = this.#contextOf(parent);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: clean(attributes) }, above);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end: ({ name: finally_, ...result } = {}) => {
        if (finally_ !== undefined) span.updateName(finally_);
        span.setAttributes(clean(result));
        if (result['error.type'] !== undefined) span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  #contextOf(parent: { traceId: string; spanId: string } | undefined): Context {
    if (parent === undefined) return this.#api.ROOT_CONTEXT;
    const { traceId, spanId } = parent;
    const above = { traceId, spanId, traceFlags: RECORDED, isRemote: true };
    return this.#api.trace.setSpanContext(this.#api.ROOT_CONTEXT, above);
  }
}

function clean(attributes: SpanAttributes): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]: [string, string | number | undefined]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? scrub(value) : value]],
    ),
  );
}
