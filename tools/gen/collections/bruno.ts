import { createRequire } from 'node:module';
import type { CollectedRequest, Header } from './requests.ts';
import { ASKED_MAX, afterEach, beforeEach, SETTLED } from './scripts.ts';

/** The tool's own writer of its files. */
interface BrunoLanguage {
  jsonToBruV2(request: object): string;
  jsonToCollectionBru(collection: object): string;
  envJsonToBruV2(environment: object): string;
}
const bruno = createRequire(import.meta.url)('@usebruno/lang') as BrunoLanguage;

const pair = ({ name, value, isSent }: Header) => ({ name, value, enabled: isSent });
const fileName = (name: string): string => name.replaceAll(/[^\w -]/g, '');

/** Returns a Bruno collection: a folder for each chapter, a file for each request, an environment for the sandbox. */
export function brunoCollection(
  requests: readonly CollectedRequest[],
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const folders = [...new Set(requests.map(({ folder }) => folder))];
  const files = requests.map((request) => {
    const within = requests.filter(({ folder }) => folder === request.folder);
    const before = within.slice(0, within.indexOf(request)).filter(({ name }) => name === request.name).length;
    const name = before === 0 ? request.name : `${request.name} ${before + 1}`;
    const path = `${fileName(request.folder)}/${fileName(name)}.bru`;
    return [path, bruno.jsonToBruV2(fileOf({ ...request, name }, within.indexOf(request) + 1))] as const;
  });
  return Object.fromEntries([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'XS2A', type: 'collection' }, null, 2)}\n`],
    [
      'collection.bru',
      bruno.jsonToCollectionBru({
        script: {
          req: beforeEach('bru.setVar').join('\n'),
          res: afterEach("(typeof res.body === 'object' ? res.body : undefined)", 'bru.setVar', 'bru.getVar').join(
            '\n',
          ),
        },
      }),
    ],
    [
      'environments/sandbox.bru',
      bruno.envJsonToBruV2({
        variables: Object.entries(variables).map(([name, value]) => ({ name, value, enabled: true, secret: false })),
      }),
    ],
    ...folders.map((name, at) => [
      `${fileName(name)}/folder.bru`,
      bruno.jsonToCollectionBru({ meta: { name, seq: String(at + 1) } }),
    ]),
    ...files,
  ]);
}

/** Repeats the request until the payment is settled, and fails the run if it never is. */
function untilSettled(name: string, field: string): string[] {
  return [
    "const asked = Number(bru.getVar('asked') ?? 0) + 1;",
    `const isThere = res.body.${field} === '${SETTLED}';`,
    `if (!isThere && asked >= ${ASKED_MAX}) throw new Error('${field} is not ${SETTLED}');`,
    "bru.setVar('asked', isThere ? 0 : asked);",
    'if (!isThere) {',
    '  await bru.sleep(500);',
    `  bru.runner.setNextRequest('${name}');`,
    '}',
  ];
}

function fileOf({ name, method, url, headers, query, body, about, expected }: CollectedRequest, seq: number): object {
  const kind = body === undefined ? 'none' : body.type === 'application/json' ? 'json' : 'xml';
  const sent = query.filter(({ isSent }) => isSent).map(({ name: key, value }) => `${key}=${value}`);
  const { status, field, value } = expected ?? {};
  return {
    meta: { name, type: 'http', seq: String(seq) },
    http: {
      method: method.toLowerCase(),
      url: sent.length > 0 ? `${url}?${sent.join('&')}` : url,
      body: kind,
      auth: 'none',
    },
    ...(query.length > 0 && { params: query.map((parameter) => ({ ...pair(parameter), type: 'query' })) }),
    headers: headers.map(pair),
    ...(body !== undefined && { body: { [kind]: body.text } }),
    ...(value === SETTLED && { script: { res: untilSettled(name, field ?? '').join('\n') } }),
    ...(expected !== undefined && {
      assertions: [
        { name: 'res.status', value: `eq ${status}`, enabled: true },
        ...(field === undefined || value === SETTLED
          ? []
          : [{ name: `res.body.${field}`, value: `eq ${value}`, enabled: true }]),
      ],
    }),
    ...(about !== undefined && { docs: about }),
  };
}
