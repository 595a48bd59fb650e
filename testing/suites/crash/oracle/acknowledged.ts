import { double, lost, type Point, type Violation } from './violation.ts';

type Body = Record<string, unknown>;

/** Maps a resource to its content when its creation was acknowledged. */
const CONTENT_OF: Readonly<Record<string, (body: Body) => Record<string, string>>> = {
  payment: (body) => ({
    amount: textAt(body, 'instructedAmount', 'amount'),
    debtor: textAt(body, 'debtorAccount', 'iban'),
    creditor: textAt(body, 'creditorAccount', 'iban'),
  }),
  consent: (body) => ({ iban: ibansIn(body['access']) }),
  basket: (body) => ({ payments: ((body['payments'] ?? []) as string[]).toSorted().join() }),
};

/** Point 1: everything acknowledged can be read, with the acknowledged content. */
export const acknowledgedIsReadable: Point = ({ facts, readBack }) =>
  facts.flatMap(({ fact }): Violation[] => {
    if (fact.is !== 'acknowledged') return [];
    const read = readBack.get(fact.id);
    const name = `${fact.resource} ${fact.id}`;
    if (read?.status !== 200) return [lost(`${name} is answered ${read?.status ?? 'nothing'}`)];
    const shown = CONTENT_OF[fact.resource]?.(read.body) ?? {};
    const differing = Object.entries(fact.content).filter(
      ([field, value]) => Number(value) !== Number(shown[field]) && value !== shown[field],
    );
    return differing.map(([field, value]) => lost(`${name} has ${field} ${shown[field] ?? ''} instead of ${value}`));
  });

/** Point 8: the same X-Request-ID with the same body is answered with the same id. */
export const sameRequestSameId: Point = ({ calls }) => {
  const creations = calls.filter(
    ({ method, requestId, end }) => method === 'POST' && requestId !== undefined && end?.status === 201,
  );
  const byRequest = Map.groupBy(creations, ({ requestId, url }) => `${requestId} ${new URL(url).pathname}`);
  return [...byRequest].flatMap(([request, answers]) => {
    const ids = new Set(answers.map(({ end }) => idIn(end?.body)));
    return ids.size > 1 ? [double(`${request} made ${[...ids].join(' and ')}`)] : [];
  });
};

function idIn(body = ''): string | undefined {
  return /"(?:paymentId|consentId|basketId|authorisationId)":"([^"]+)"/.exec(body)?.[1];
}

function textAt(body: Body, field: string, inner: string): string {
  return (body[field] as Record<string, string> | undefined)?.[inner] ?? '';
}

function ibansIn(access: unknown): string {
  return [...new Set(JSON.stringify(access ?? {}).match(/[A-Z]{2}\d{2}[A-Z0-9]{10,30}/g))].join();
}
