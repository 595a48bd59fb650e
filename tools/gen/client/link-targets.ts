import { ENDPOINTS, type Endpoint, type EndpointKey, Remedy } from '@xs2a/contracts';
import { ANSWERS, LINK_ALIASES, LINK_TARGETS, type LinkedResource } from '@xs2a/gateway/interface';
import { z } from 'zod';

/** Resource of the links in an answer, by the address of the request: the first that fits. */
const LINKED: readonly (readonly [begin: string, LinkedResource])[] = [
  ['/v1/consents', 'consent'],
  ['/v2/consents', 'fundsConsent'],
  ['/v1/signing-baskets', 'basket'],
  ['/v1/accounts', 'account'],
  ['/v1/card-accounts', 'cardAccount'],
  ['/v1/{paymentService}/{paymentProduct}/{paymentId}/cancellation', 'cancellation'],
  ['/v1/{paymentService}', 'payment'],
];

/** Where each link of an endpoint's answer leads; the PSU's own ways out of the interface are not among them. */
export function linkTargetsOf(key: EndpointKey): Record<string, EndpointKey> {
  const { path, creates, authorises }: Endpoint = ENDPOINTS[key];
  const resource = key === 'cancelPayment' ? 'cancellation' : LINKED.find(([begin]) => path.startsWith(begin))?.[1];
  if (resource === undefined) return {};
  const targets: Partial<Record<string, EndpointKey>> = LINK_TARGETS[resource];
  const standard = new Map(Object.entries(LINK_ALIASES).map(([name, alias]) => [alias, name]));
  // A refusal of what begins or moves on an authorisation says what helps.
  const remedies = creates === true || authorises !== undefined ? Remedy.options : [];
  const found = [...new Set([...linkNamesIn(ANSWERS[key]), ...remedies])].flatMap((name) => {
    const target = targets[standard.get(name) ?? name];
    return target === undefined ? [] : [[name, target] as const];
  });
  return Object.fromEntries(found);
}

/** The names of `_links` at the top of an answer, of any of its forms. */
function linkNamesIn(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodUnion) return [...new Set((schema.options as z.ZodType[]).flatMap(linkNamesIn))];
  if (schema instanceof z.ZodOptional) return linkNamesIn(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return [];
  const links: z.core.$ZodType | undefined = schema.shape['_links'];
  const shape = links instanceof z.ZodOptional ? links.unwrap() : links;
  return shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
}
