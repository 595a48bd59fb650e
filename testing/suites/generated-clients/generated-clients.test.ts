import { expect, it } from 'vitest';
import { describeAnswers } from './answers-in-document.ts';
import { fetchJar } from './fetch-jars.ts';

const STATUS = { type: 'object', required: ['consentStatus'], properties: { consentStatus: { type: 'string' } } };
const ok = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } } };
const DOCUMENT = {
  paths: {
    '/v1/{service}/{product}': { get: { responses: {} } },
    '/v1/consents/{consentId}': { get: { responses: { 200: ok } } },
  },
  components: { schemas: { Status: STATUS }, responses: {} },
};
const answer = {
  method: 'GET',
  path: '/v1/consents/1',
  status: 200,
  type: 'application/json; charset=utf-8',
  text: '{}',
};

it('an answer is read with the schema of its operation, status and media type', () => {
  const { document, answers, undescribed } = describeAnswers(DOCUMENT, [answer, answer]);
  expect(answers.map(({ schema }) => schema)).toEqual(['ReadAnswer1', 'ReadAnswer1']);
  expect(document.components.schemas['ReadAnswer1']).toMatchObject({
    properties: { body: { $ref: '#/components/schemas/Status' } },
  });
  expect(document.components.schemas['Status']).toEqual(STATUS);
  expect(undescribed).toEqual([]);
});

it('an answer with a status or a media type missing in the document is a fault', () => {
  const others = [
    { ...answer, status: 299 },
    { ...answer, type: 'application/problem+json' },
  ];
  expect(describeAnswers(DOCUMENT, others).undescribed).toEqual([
    'GET /v1/consents/{consentId} 200 application/problem+json',
    'GET /v1/consents/{consentId} 299',
  ]);
});

it('an artefact is used only with the pinned hash', async () => {
  const jar = { path: 'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.pom', sha256: '0'.repeat(64) };
  await expect(fetchJar(jar)).rejects.toThrow(/does not have the pinned hash|is answered|fetch failed/);
});
