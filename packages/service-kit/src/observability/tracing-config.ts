import { z } from 'zod';

/** Where traces are sent, under the names that OpenTelemetry gives these variables. */
export const TracingConfig = z.object({
  /**
   * Base address of a collector that takes OTLP over HTTP; `/v1/traces` is added. If unset, nothing is traced. The exporter
   * itself also reads `OTEL_EXPORTER_OTLP_HEADERS`, `_CERTIFICATE`, `_CLIENT_CERTIFICATE` and `_CLIENT_KEY`.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of requests that are traced, from 0 to 1. Gateway and portal decide it for all services. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type TracingConfig = z.infer<typeof TracingConfig>;
