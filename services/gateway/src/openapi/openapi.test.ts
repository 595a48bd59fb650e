import { readFileSync } from 'node:fs';
import { type AspspProfile, ENDPOINTS, type EndpointKey, PROFILE_PRESETS, routesOf } from '@xs2a/contracts';
import { openApiOfThisBank } from '@xs2a/developer-pages';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';
import { useTrusted } from '../../test/tls-tpp.ts';
import { ANSWERS } from '../answers/answers.ts';
import { HEADER_FORMATS } from '../checks/headers/header-formats.ts';
import { KEYS_ADDRESS } from '../password-keys/keys-address.ts';
import { readOpenApi } from '../published-files.ts';
import { servedEndpoints } from '../service.ts';
import { offeredOpenApi } from './offered-openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: { $ref: string }[];
  readonly responses: Record<string, unknown>;
  readonly requestBody?: Body;
}
interface Body {
  readonly content: Record<string, { readonly schema: { readonly $ref?: string } }>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    schemas: Record<string, object>;
    parameters: Record<string, { name: string; in: string; schema: object }>;
  };
}

const STORED = JSON.parse(
  readFileSync(new URL('../../published/openapi.json', import.meta.url), 'utf8'),
) as unknown as Document;

const trusted = useTrusted();
const gateway = forAllTests(() => startGateway({ ...trusted.env, SANDBOX: 'false', PROFILE: 'hr-full' }));

describe('the published interface', () => {
  it('states the purpose and the permitted callers of every operation', () => {
    const { paths } = JSON.parse(JSON.stringify(readOpenApi())) as {
      paths: Record<string, Record<string, { operationId: string; description?: string; 'x-psd2-roles'?: string[] }>>;
    };
    const silent = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId, description = '', 'x-psd2-roles': roles = [] }) => {
        return description === '' || (operationId !== 'getPasswordKeys' && roles.length === 0);
      });
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('is public at /openapi.json, as OpenAPI 3.1: the part of the checked-in document that this bank offers', async () => {
    const answer = await gateway.ask('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(JSON.parse(answer.text)).toEqual(
      openApiOfThisBank(offeredOpenApi(STORED, PROFILE_PRESETS['hr-full']), 'https://portal.test'),
    );
    expect(STORED.openapi).toMatch(/^3\.1\./);
  });

  it('is not sent again to a client that has cached this version', async () => {
    const tag = (await gateway.ask('HEAD', '/openapi.json')).headers.get('etag') ?? '';
    const again = await gateway.ask('GET', '/openapi.json', { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await gateway.ask('GET', '/openapi.json', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('is read-only, and has no other address', async () => {
    expect((await gateway.ask('PUT', '/openapi.json', { body: '{}' })).status).toBe(404);
    for (const path of ['/openapi.json/', '/openapi', '/OPENAPI.json']) {
      expect((await gateway.ask('GET', path)).status, path).toBe(404);
    }
  });

  it('has exactly the addresses and methods that the gateway serves', () => {
    const routed = [...servedEndpoints()].flatMap((key) =>
      routesOf(key).map((route) => `${ENDPOINTS[key].method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    const published = Object.entries(STORED.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Not an endpoint of the standard: the keys for encrypted passwords.
    expect(published.toSorted()).toEqual([...routed, `GET ${KEYS_ADDRESS}`].toSorted());
  });

  it('has a format for every date and time, and no pattern in addition', () => {
    const dated = new Map<string, { format?: string; pattern?: string }>();
    const look = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, inner] of Object.entries(node)) {
        if (name === 'examples') continue;
        if (/(Date|DateTime|validUntil|dateFrom|dateTo)$/.test(name) && 'type' in inner) dated.set(name, inner);
        if (String(inner?.format).startsWith('date')) expect(inner.pattern, name).toBeUndefined();
        look(inner);
      }
    };
    look(STORED.components);
    look(STORED.paths);
    expect(dated.size).toBeGreaterThan(10);
    for (const [name, { format }] of dated) expect(format, name).toMatch(/^date(-time)?$/);
  });

  it('names the schema of every body', () => {
    const bodies = Object.values(STORED.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => Object.entries(requestBody?.content ?? {})),
    );
    // An XML message is a string, not an object.
    const objects = bodies.filter(([type]) => type !== 'application/xml');
    for (const [type, { schema }] of objects) expect(schema.$ref, type).toMatch(/^#\/components\/schemas\//);
  });

  it.each(['whole', ...Object.keys(PROFILE_PRESETS)])('has bodies that client generators support: %s', (preset) => {
    const profile = PROFILE_PRESETS[preset as keyof typeof PROFILE_PRESETS] as AspspProfile | undefined;
    const { paths, components } = (profile ? offeredOpenApi(STORED, profile) : STORED) as Document;
    const contents = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)] as (Body | undefined)[])
      .flatMap((body) => (body?.content === undefined ? [] : [body.content]));
    // OpenAPI Generator rejects a document with a body without media types.
    expect(contents.filter((content) => Object.keys(content).length === 0)).toEqual([]);
    // OpenAPI Generator has no type for a string with alternative formats.
    for (const { name, schema } of Object.values(components.parameters)) {
      expect(schema, name).not.toMatchObject({ type: 'string', anyOf: expect.any(Array) });
    }
    // OpenAPI Generator creates no model for an object schema that only a form uses, but still imports it.
    const forms = contents.flatMap((content) => Object.entries(content)).filter(([type]) => /form/.test(type));
    for (const [, { schema }] of forms) {
      const name = schema.$ref?.split('/').at(-1) ?? '';
      expect(components.schemas[name], name).toMatchObject({ type: 'object' });
      expect(JSON.stringify(components.schemas[name])).not.toMatch(/"(properties|\$ref|allOf|anyOf|oneOf)":/);
    }
  });

  it('has each operationId of the standard once', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => id.split('_')[0]))).toEqual(new Set(Object.keys(ENDPOINTS)));
  });

  it('has the success status from ENDPOINTS at each operation', () => {
    for (const { operationId, responses } of operations()) {
      const { status } = ENDPOINTS[operationId.split('_')[0] as EndpointKey];
      expect(Object.keys(responses), operationId).toContain(String(status));
    }
  });

  it('describes every header with a checked format', () => {
    const described = Object.values(STORED.components.parameters).flatMap((parameter) =>
      parameter.in === 'header' ? [parameter.name.toLowerCase()] : [],
    );
    // In OpenAPI, Content-Type belongs to the body; the sandbox header is a security scheme.
    const checked = [...HEADER_FORMATS.keys()].filter(
      (name) => !['host', 'content-type', 'x-sandbox-tpp'].includes(name),
    );
    expect(described).toEqual(expect.arrayContaining(checked));
  });
});

describe('the schema of an answer', () => {
  it('has exactly the documented fields', () => {
    expect(ANSWERS.getConsentStatus.safeParse({ consentStatus: 'valid' }).success).toBe(true);
    expect(ANSWERS.getConsentStatus.safeParse({ consentStatus: 'valid', psuId: 'x' }).success).toBe(false);
    expect(ANSWERS.getConsentStatus.safeParse({ consentStatus: 'fine' }).success).toBe(false);
  });

  it('is strict in nested objects too', () => {
    const balance = { balanceType: 'expected', balanceAmount: { currency: 'EUR', amount: '1.00' } };
    const account = { iban: 'HR2799900051100000019' };
    expect(ANSWERS.getBalances.safeParse({ account, balances: [balance] }).success).toBe(true);
    expect(ANSWERS.getBalances.safeParse({ account, balances: [{ ...balance, owner: 'x' }] }).success).toBe(false);
    expect(ANSWERS.getBalances.safeParse({ account: { ...account, psuId: 'x' }, balances: [] }).success).toBe(false);
  });

  it('has only the links that its resource may have', () => {
    const created = { consentStatus: 'received', consentId: 'c' };
    const link = { href: '/v1' };
    expect(ANSWERS.createConsent.safeParse({ ...created, _links: { self: link } }).success).toBe(true);
    expect(ANSWERS.createConsent.safeParse({ ...created, _links: { balances: link } }).success).toBe(false);
  });
});

function operations(): Operation[] {
  return Object.entries(STORED.paths).flatMap(([path, methods]) =>
    path === KEYS_ADDRESS ? [] : Object.values(methods),
  );
}
