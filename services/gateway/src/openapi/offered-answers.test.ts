import { readFileSync } from 'node:fs';
import { PROFILE_PRESETS, REFUSALS, type Refusal, type Situation } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { offeredOpenApi } from './offered-openapi.ts';

interface ErrorAnswers {
  readonly components: {
    readonly responses: Record<string, { content?: Record<string, { schema: { $ref: string }; examples?: object }> }>;
    readonly schemas: Record<string, unknown>;
  };
}

const STORED = JSON.parse(readFileSync(new URL('../../published/openapi.json', import.meta.url), 'utf8')) as object;

/** Returns all possible values of fields with this name. */
function codesIn(schema: unknown, name = ''): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = name === 'code' ? ((schema as { enum?: unknown[] }).enum ?? []) : [];
  return [...own, ...Object.entries(schema).flatMap(([inner, value]) => codesIn(value, inner))];
}

it.each([
  { consents: 403, resources: 404 },
  { consents: 404, resources: 404 },
  { consents: 403, resources: 403 },
  { consents: 404, resources: 403 },
] as const)(
  'an error answer has exactly the codes of its error cases, where unknown ids are %o (decision 12)',
  (unknownIds) => {
    const offered = offeredOpenApi(STORED, { ...PROFILE_PRESETS['hr-full'], unknownIds }) as ErrorAnswers;
    const { responses, schemas } = offered.components;
    for (const [name, { content = {} }] of Object.entries(responses)) {
      for (const { schema, examples = {} } of Object.values(content)) {
        const refusals: Refusal[] = Object.keys(examples).map((situation) => REFUSALS[situation as Situation]);
        const codes = new Set(codesIn(schemas[schema.$ref.split('/').at(-1) ?? '']));
        expect(codes, name).toEqual(new Set(refusals.flatMap(({ code }) => code ?? [])));
      }
    }
  },
);
