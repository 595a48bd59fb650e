import { replaceSandboxExamples, withoutSandbox } from './bank-examples.ts';

/** Credentials that a developer must fill in at a production bank: only the PSU knows them. */
const FILLED_IN = ['psuId', 'password', 'code'];
const ABOUT = `Every endpoint of the interface, and two journeys. Add the certificate of your TPP in the settings, and fill in the variables ${FILLED_IN.join(', ')}.`;

/** Addresses for the reader, and whether they are those of a sandbox. */
interface Addresses {
  readonly origin: string;
  readonly tlsOrigin: string;
  readonly portalUrl: string;
  readonly isSandbox: boolean;
}

interface Item {
  readonly request?: { readonly url: string | { readonly raw: string } };
  readonly item?: readonly Item[];
}

interface Collection {
  readonly info: object;
  readonly item: readonly Item[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

/** OpenAPI document of a production bank, without test users, TPPs, accounts, addresses and schemes of the sandbox. */
export function openApiOfThisBank(document: object, portalUrl: string): object {
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key === 'security') return (value as object[]).filter((one) => !('sandboxTpp' in one));
    if (key === 'sandboxTpp') return undefined;
    if (key === 'summary' && value === 'in the sandbox') return 'example';
    return key === 'description' && typeof value === 'string' ? withoutSandbox(value) : value;
  });
  return JSON.parse(replaceSandboxExamples(text, portalUrl)) as object;
}

/** The collection with the addresses of this instance; for a production bank, without content of the sandbox. */
export function collectionFor(published: Buffer, { origin, tlsOrigin, portalUrl, isSandbox }: Addresses): string {
  const collection = JSON.parse(published.toString('utf8')) as Collection;
  const addresses: Record<string, string> = { xs2a: isSandbox ? origin : tlsOrigin, portal: portalUrl };
  const variable = collection.variable.map(({ key, value }) => ({ key, value: addresses[key] ?? value }));
  if (isSandbox) return JSON.stringify({ ...collection, variable }, undefined, 2);
  const own = {
    ...collection,
    info: { ...collection.info, description: ABOUT },
    item: withoutPortal(collection.item),
    variable: [
      ...variable.filter(({ key }) => key !== 'portal' && !FILLED_IN.includes(key)),
      ...FILLED_IN.map((key) => ({ key, value: '' })),
    ],
  };
  const text = JSON.stringify(own, undefined, 2)
    .replaceAll('{{psuId}}-pass', '{{password}}')
    .replaceAll('{{portal}}/sandbox/return', 'https://tpp.example/ok');
  return replaceSandboxExamples(text, portalUrl);
}

/** Removes requests to the inbox and the device of the sandbox. */
function withoutPortal(items: readonly Item[]): Item[] {
  return items
    .filter(({ request }) => !JSON.stringify(request?.url ?? '').includes('{{portal}}'))
    .map((one) => (one.item === undefined ? one : { ...one, item: withoutPortal(one.item) }));
}
