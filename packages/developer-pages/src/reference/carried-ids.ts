const AUTHORISATION = /(?:cancellation-)?authorisations/;
const FUNDS = /confirmation-of-funds|funds-confirmations/;
const CONSENTS = '/v1/consents';
const FUNDS_CONSENTS = '/v2/consents/confirmation-of-funds';

/**
 * Name under which a page stores an id from an answer for later fields: ids of payments and standing orders, and of
 * authorisations of different resources, are kept separate.
 */
export function storedNameOf(name: string, path: string): string | undefined {
  if (name === 'Consent-ID') return `${FUNDS.test(path) ? FUNDS_CONSENTS : CONSENTS} consentId`;
  if (name === 'downloadId') return undefined;
  if (name !== 'paymentProduct' && !name.endsWith('Id')) return undefined;
  const resource = path.slice(0, path.indexOf('/{'));
  const within = name === 'authorisationId' ? ` ${AUTHORISATION.exec(path)?.[0] ?? 'authorisations'}` : '';
  return `${resource}${within} ${name}`;
}

/** Fields of an answer to store, with the names of their variables. */
export function storedFieldsOf(path: string, names: readonly string[]): Readonly<Record<string, string>> {
  const resource = path.includes('/{') ? path.slice(0, path.indexOf('/{')) : path;
  const starts = AUTHORISATION.exec(path)?.[0] ?? 'authorisations';
  return Object.fromEntries(
    names.map((name) => [name, `${resource}${name === 'authorisationId' ? ` ${starts}` : ''} ${name}`]),
  );
}
