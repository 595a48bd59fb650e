import { ENDPOINTS, type Endpoint, type EndpointKey, Remedy } from '@xs2a/contracts';
import { ANSWERS, LINK_ALIASES, LINK_TARGETS, type LinkedResource } from '@xs2a/gateway/interface';
import { z } from 'zod';

/** Resource of the links in an answer, by the address of the request; the first match applies. */
const LINKED: readonly (readonly [begin: string, LinkedResource])[] = [
  ['/v1/consents', 'consent'],
  ['/v2/consents', 'fundsConsent'],
  ['/v1/signing-baskets', 'basket'],
  ['/v1/accounts', 'account'],
  ['/v1/card-accounts', 'cardAccount'],
  ['/v1/{paymentService}/{paymentProduct}/{paymentId}/cancellation', 'cancellation'],
  ['/v1/{paymentService}', 'payment'],
];

/** Returns the target of each link in an endpoint's answer, except links that take the PSU out of the interface. */
export function linkTargetsOf(key: EndpointKey): Record<string, EndpointKey> {
  const { path, creates, authorises }: Endpoint = ENDPOINTS[key];
  const resource = key === 'cancelPayment' ? 'cancellation' : LINKED.find(([begin]) => path.startsWith(begin))?.[1];
  if (resource === undefined) return {};
  const targets: Partial<Record<string, EndpointKey>> = LINK_TARGETS[resource];
  const standard = new Map(Object.entries(LINK_ALIASES).map(([name, alias]) => [alias, name]));
  // An error response to a start or update of an authorisation has links to a remedy.
  const remedies = creates === true || authorises !== undefined ? Remedy.options : [];
  const found = [...new Set([...linkNamesIn(ANSWERS[key]), ...remedies])].flatMap((name) => {
    const target = targets[standard.get(name) ?? name];
    return target === undefined ? [] : [[name, target] as const];
  });
  return Object.fromEntries(found);
}

/** Returns the names of `_links` at the top level of an answer, in all its forms. */
function linkNamesIn(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodUnion) return [...new Set((schema.options as z.ZodType[]).flatMap(linkNamesIn))];
  if (schema instanceof z.ZodOptional) return linkNamesIn(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return [];
  const links: z.core.$ZodType | undefined = schema.shape['_links'];
  const shape = links instanceof z.ZodOptional ? links.unwrap() : links;
  return shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
}
