import { type CollectedRequest, type Header } from './requests.ts';
import { ASKED_MAX, afterEach, beforeEach, SETTLED } from './scripts.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const pair = ({ name, value, isSent }: Header) => ({ key: name, value, ...(!isSent && { disabled: true }) });
const script = (listen: 'prerequest' | 'test', exec: readonly string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** Returns a Postman collection, version 2.1: a folder for each chapter, and the journeys first. */
export function postmanCollection(requests: readonly CollectedRequest[], variables: Readonly<Record<string, string>>) {
  const folders = [...new Set(requests.map(({ folder }) => folder))];
  return {
    info: {
      _postman_id: '6f6f1c3c-6f5d-4a0f-9d0b-3b8f0b6c2a11',
      name: 'XS2A',
      description: 'Every endpoint of the interface, and two journeys to be run as they are against the sandbox.',
      schema: SCHEMA,
    },
    item: folders.map((name) => ({
      name,
      item: requests.filter(({ folder }) => folder === name).map(itemOf),
    })),
    event: [
      script('prerequest', beforeEach('pm.collectionVariables.set')),
      script(
        'test',
        afterEach(
          '(pm.response.text().match(/^[[{]/) && pm.response.json())',
          'pm.collectionVariables.set',
          'pm.collectionVariables.get',
        ),
      ),
    ],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  };
}

function itemOf(request: CollectedRequest) {
  const { name, method, url, headers, query, body, about, expected } = request;
  const sent = body === undefined ? headers : [...headers, { name: 'Content-Type', value: body.type, isSent: true }];
  return {
    name,
    request: {
      method,
      header: sent.map(pair),
      url: query.length === 0 ? url : { ...urlOf(url, query), query: query.map(pair) },
      ...(body && { body: { mode: 'raw', raw: body.text, options: { raw: { language: languageOf(body.type) } } } }),
      ...(about !== undefined && { description: about }),
    },
    response: [],
    ...(expected !== undefined && { event: [script('test', judging(name, expected))] }),
  };
}

function languageOf(type: string): string {
  return type === 'application/json' ? 'json' : 'xml';
}

function urlOf(url: string, query: readonly Header[]) {
  const [host = '', ...path] = url.split('/');
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  return { raw: sent.length === 0 ? url : `${url}?${sent.join('&')}`, host: [host], path };
}

function judging(name: string, { status, field, value }: NonNullable<CollectedRequest['expected']>): string[] {
  const isAnswered = [`pm.test('is answered ${status}', () => pm.response.to.have.status(${status}));`];
  if (field === undefined) return isAnswered;
  const isSaid = `pm.test('${field} is ${value}', () => pm.expect(pm.response.json().${field}).to.equal('${value}'));`;
  if (value !== SETTLED) return [...isAnswered, isSaid];
  return [
    ...isAnswered,
    "const asked = Number(pm.collectionVariables.get('asked') ?? 0) + 1;",
    `const isThere = pm.response.json().${field} === '${value}';`,
    `const goesOn = !isThere && asked < ${ASKED_MAX};`,
    "pm.collectionVariables.set('asked', goesOn ? asked : 0);",
    `if (goesOn) setTimeout(() => pm.execution.setNextRequest('${name}'), 500);`,
    `else ${isSaid}`,
  ];
}
