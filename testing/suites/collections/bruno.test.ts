import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PUBLISHED = join(import.meta.dirname, '../../../services/gateway/published/collections');

interface Pair {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

/** A request as Bruno's own parser reads it. */
interface BrunoRequest {
  readonly meta: { readonly seq: string };
  readonly http: { readonly method: string; readonly url: string };
  readonly headers?: readonly Pair[];
  readonly body?: Readonly<Record<string, string>>;
  readonly assertions?: readonly Pair[];
}

interface PostmanRequest {
  readonly request: {
    readonly method: string;
    readonly url: string | { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: true }[];
    readonly body?: { readonly raw: string };
  };
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
}

const bruno = createRequire(import.meta.url)('@usebruno/lang') as {
  bruToJsonV2(text: string): BrunoRequest;
  collectionBruToJson(text: string): BrunoRequest;
};
const read = (...path: string[]): string => readFileSync(join(PUBLISHED, ...path), 'utf8');
const bySequence = <T extends { meta: { seq: string } }>(one: T, other: T) =>
  Number(one.meta.seq) - Number(other.meta.seq);

/** Returns the requests in the order in which Bruno runs them: by sequence of folders, then of requests. */
function brunoRequests(): BrunoRequest[] {
  return readdirSync(join(PUBLISHED, 'bruno'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'environments')
    .map(({ name }) => ({ name, ...bruno.collectionBruToJson(read('bruno', name, 'folder.bru')) }))
    .toSorted(bySequence)
    .flatMap(({ name }) =>
      readdirSync(join(PUBLISHED, 'bruno', name))
        .filter((file) => file !== 'folder.bru')
        .map((file) => bruno.bruToJsonV2(read('bruno', name, file)))
        .toSorted(bySequence),
    );
}

/** Returns request and expected status. Bruno sets the type of a body itself. */
function ofBruno({ http, headers = [], body = {}, assertions = [] }: BrunoRequest) {
  const awaited = assertions.find(({ name }) => name === 'res.status')?.value.replace('eq ', '');
  const sent = headers.filter(({ enabled }) => enabled).map(({ name, value }) => `${name}: ${value}`);
  return { method: http.method.toUpperCase(), url: http.url, sent, body: Object.values(body)[0]?.trim(), awaited };
}

function ofPostman({ request, event = [] }: PostmanRequest) {
  const script = event.flatMap((one) => one.script.exec).join('\n');
  const [, awaited] = /to\.have\.status\((\d+)\)/.exec(script) ?? [];
  const sent = request.header
    .filter(({ key, disabled }) => disabled !== true && key !== 'Content-Type')
    .map(({ key, value }) => `${key}: ${value}`);
  const url = typeof request.url === 'string' ? request.url : request.url.raw;
  return { method: request.method, url, sent, body: request.body?.raw.trim(), awaited };
}

// `npm run verify -- collections` runs Bruno itself, which has 370 packages. The tests run the collection for Postman.
describe('the collection for Bruno', () => {
  it('sends the same requests as the one for Postman, in the same order, and expects the same', () => {
    const { item } = JSON.parse(read('xs2a.postman_collection.json')) as { item: { item: PostmanRequest[] }[] };
    const all = item.flatMap((folder) => folder.item).map(ofPostman);
    expect(all.length).toBeGreaterThan(100);
    expect(brunoRequests().map(ofBruno)).toEqual(all);
  });
});
