import type { SecureContext } from 'node:tls';
import { z } from 'zod';
import { readSecretFile, secretOf } from '../identity/secret-file.ts';
import { renewedContext } from '../settings/renewed-context.ts';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

const file = z.string().min(1).optional();

/** Settings for sending traces, with the variable names of OpenTelemetry. */
export const TracingConfig = z.object({
  /**
   * Base address of an OTLP/HTTP collector; `/v1/traces` is added. If unset, nothing is traced. A user or token belongs in
   * `OTEL_EXPORTER_OTLP_HEADERS_FILE`.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers for the collector: `name=value`, separated by commas, with special characters of a value as %xx. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().min(1).optional(),
  /** File with the headers. It keeps a token out of the environment, and is read again each time spans are sent. */
  OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
  /** File with the CA certificates (PEM) for verifying the collector. */
  OTEL_EXPORTER_OTLP_CERTIFICATE: file,
  /** File with the client certificate (PEM) for the collector. */
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: file,
  /** File with the private key (PEM) of `OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE`. */
  OTEL_EXPORTER_OTLP_CLIENT_KEY: file,
  /** Share of requests that are traced, from 0 to 1. Gateway and portal decide for all services. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type TracingConfig = z.infer<typeof TracingConfig>;

/** Variables with file names, as defined by OpenTelemetry. */
export const TRACING_FILES = [
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_CLIENT_KEY',
] as const;

/** Connection settings of a collector. */
export interface Collector {
  readonly url: string;
  readonly tls: { readonly secureContext?: SecureContext };
  /** Throws if the headers are malformed. */
  readonly headers: () => Record<string, string>;
}

/** Returns the configured collector. Throws for contradictory settings, with the names of the variables. */
export function collectorOf(config: TracingConfig): Collector | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const address = new URL(endpoint);
  if (`${address.username}${address.password}${address.search}${address.hash}` !== '') {
    throw refusal('OTEL_EXPORTER_OTLP_ENDPOINT', 'must have no user, query or fragment');
  }
  const headers = (): Record<string, string> => parseHeaders(config);
  headers();
  const named = TRACING_FILES.find((variable) => config[variable] !== undefined);
  if (named !== undefined && address.protocol !== 'https:') {
    throw refusal(named, 'needs https in OTEL_EXPORTER_OTLP_ENDPOINT');
  }
  const [ca, cert, key] = TRACING_FILES.map((variable) => {
    const path = config[variable];
    if (path !== undefined) readSecretFile(variable, path);
    return path;
  });
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    tls: named === undefined ? {} : { secureContext: renewedContext({ ca, cert, key }) },
    headers,
  };
}

/** Format: W3C Baggage, without properties. */
function parseHeaders(config: TracingConfig): Record<string, string> {
  const variable =
    config.OTEL_EXPORTER_OTLP_HEADERS_FILE === undefined
      ? 'OTEL_EXPORTER_OTLP_HEADERS'
      : 'OTEL_EXPORTER_OTLP_HEADERS_FILE';
  const text = secretOf(config, 'OTEL_EXPORTER_OTLP_HEADERS') ?? '';
  const pairs = text.split(',').filter((one) => one.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] =
        /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw refusal(variable, 'has no headers (name=value, …)');
      return [name, decode(value, variable)];
    }),
  );
}

function decode(value: string, variable: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // The original error would quote the value.
    throw refusal(variable, 'has a % that begins no %xx');
  }
}

function refusal(variable: string, text: string): SettingsRefusal {
  return new SettingsRefusal([{ variable, text }]);
}
