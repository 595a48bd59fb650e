import { STATUS_CODES } from 'node:http';
import { type EndpointKey, REFUSALS, type Refusal, refusalsByStatus, type Situation, Xs2aError } from '@xs2a/contracts';
import { problemBody, refusalAnswers, tppMessagesBody } from '@xs2a/gateway/interface';
import { type HeaderName, headers, QUOTA } from './answer-headers.ts';

interface Refused {
  readonly situation: Situation;
  readonly refusal: Refusal;
}

const HEADERS_OF: Readonly<Record<number, readonly HeaderName[]>> = {
  405: ['Allow'],
  409: ['Retry-After'],
  429: [...QUOTA, 'Retry-After'],
  503: ['Retry-After'],
};

/** Identical answers of several endpoints are one component, named after their status and the first endpoint. */
export class RefusalResponses {
  readonly #named = new Map<string, { name: string; response: object; codes: readonly string[] }>();

  /** Returns the error responses of an endpoint by status, as references. */
  of(key: EndpointKey): Record<string, { $ref: string }> {
    return this.#refer(key, refusalsByStatus(key));
  }

  /** Does the same for an operation that is no endpoint of the standard. */
  at(name: string, situations: readonly Situation[]): Record<string, { $ref: string }> {
    const rows = situations.map((situation) => ({ situation, refusal: REFUSALS[situation] }));
    return this.#refer(
      name,
      Map.groupBy(rows, ({ refusal }) => refusal.status),
    );
  }

  #refer(of: string, byStatus: ReadonlyMap<number, readonly Refused[]>): Record<string, { $ref: string }> {
    const responses = [...byStatus].map(([status, rows]) => {
      const same = rows.map(({ situation }) => situation).join();
      const known = this.#named.get(same) ?? {
        name: `${status}-${of}`,
        response: responseOf(status, rows),
        codes: codesOf(rows),
      };
      this.#named.set(same, known);
      return [String(status), { $ref: `#/components/responses/${known.name}` }] as const;
    });
    return Object.fromEntries(responses);
  }

  /** Returns the message codes of each response, by its name. */
  codes(): Map<string, readonly string[]> {
    return new Map(Array.from(this.#named.values(), ({ name, codes }) => [name, codes]));
  }

  components(): Record<string, object> {
    return Object.fromEntries(Array.from(this.#named.values(), ({ name, response }) => [name, response]));
  }
}

function responseOf(status: number, rows: readonly Refused[]): object {
  const coded = rows.filter(({ refusal }) => refusal.code !== undefined);
  const codes = codesOf(rows);
  const examples = (suffix: string) =>
    Object.fromEntries(
      coded.map(({ situation }) => [situation, { $ref: `#/components/examples/${situation}${suffix}` }]),
    );
  const content = {
    'application/json': { schema: refusalAnswers.TppMessages, examples: examples('') },
    'application/problem+json': { schema: refusalAnswers.Problem, examples: examples('-problem') },
  };
  return {
    description: `${STATUS_CODES[status]}: ${codes.join(', ') || 'without a body'}`,
    headers: headers('Link', ...(HEADERS_OF[status] ?? [])),
    ...(coded.length > 0 && { content }),
  };
}

function codesOf(rows: readonly Refused[]): string[] {
  return [...new Set(rows.flatMap(({ refusal: { code } }) => (code === undefined ? [] : [code])))];
}

/** Returns each error response with a body, in both forms, as the gateway writes it. */
export function refusalExamples(situations: readonly Situation[]): Record<string, { summary: string; value: unknown }> {
  return Object.fromEntries(
    situations.flatMap((situation) => {
      const refusal = REFUSALS[situation];
      if (!('code' in refusal)) return [];
      const error = new Xs2aError(situation);
      const summary = refusal.text;
      return [
        [situation, { summary, value: written(tppMessagesBody(error, refusal.code)) }],
        [`${situation}-problem`, { summary, value: written(problemBody(error, refusal.code)) }],
      ];
    }),
  );
}

function written(body: object): unknown {
  return JSON.parse(JSON.stringify(body));
}
