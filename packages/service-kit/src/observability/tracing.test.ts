import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Tracing, TracingConfig } from '../index.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const sent = (flags: string): string => `00-${TRACE}-00f067aa0ba902b7-${flags}`;
/** No server listens there: spans that cannot be sent are lost and cause no error. */
const open = (OTEL_TRACES_SAMPLER_ARG: number) =>
  Tracing.open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG }, 'gateway');

it('a service without tracing loads no library that creates or sends spans', async () => {
  expect(await Tracing.open(TracingConfig.parse({}), 'gateway')).toBeUndefined();
  const index = fileURLToPath(new URL('../index.ts', import.meta.url));
  // prom-client includes the OpenTelemetry API, which does nothing by itself.
  const program = `import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        const [, name] = /node_modules\\/@opentelemetry\\/([\\w-]+)\\//.exec(resolved.url) ?? [];
        if (name !== undefined) loaded.add(name);
        return resolved;
      },
    });
    const { Tracing, TracingConfig } = await import(${JSON.stringify(index)});
    const settings = (env) => Tracing.open(TracingConfig.parse(env), 'gateway');
    await settings({});
    console.log([...loaded].join(' '));
    await settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    console.log(loaded.has('sdk-trace'));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim().split('\n')).toEqual(['api', 'true']);
});

it.each([
  [0, '01', '00'],
  [0, '00', '00'],
  [1, '00', '01'],
  [1, '01', '01'],
])('with sampling ratio %s, a TPP that sends the flag %s gets %s, in its own trace', async (share, flag, recorded) => {
  const tracing = await open(share);
  const span = tracing?.enter('GET', sent(flag));
  expect(span?.traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-${recorded}$`));
  const below = tracing?.start('ask', 'client', span?.traceparent);
  // An unrecorded span has no child spans.
  expect(below?.traceparent.slice(-2)).toBe(recorded === '01' ? '01' : undefined);
  await tracing?.stop();
});

it('a trace that begins here is recorded according to the sampling ratio, and nothing below an unrecorded one', async () => {
  const none = await open(0);
  expect(none?.enter('GET', undefined).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(none?.start('job', 'internal', undefined)).toBeUndefined();
  // Another service has decided.
  expect(none?.start('ask', 'client', sent('01'))?.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  await none?.stop();
  const all = await open(1);
  expect(all?.start('job', 'internal', undefined)?.traceparent.slice(-2)).toBe('01');
  expect(all?.start('ask', 'client', sent('00'))).toBeUndefined();
  await all?.stop();
});

it.each(['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, `01-${TRACE}`])(
  'a malformed traceparent starts a trace of its own: %j',
  async (malformed) => {
    const tracing = await open(1);
    const { traceparent = '' } = tracing?.enter('GET', malformed) ?? {};
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traceparent).not.toContain(TRACE);
    expect(traceparent).not.toContain('0'.repeat(16));
    await tracing?.stop();
  },
);
