import {
  type AuthorisationState,
  type EndpointKey,
  href,
  type Links as LinkObjects,
  type Pages,
  type PathParameters,
  type ScaApproach,
} from '@xs2a/contracts';

/** Names of the standard (field guide 5.1) that some situation below needs. */
export type LinkName =
  | 'scaRedirect'
  | 'self'
  | 'status'
  | 'scaStatus'
  | 'startAuthorisation'
  | 'updatePsuIdentification'
  | 'updatePsuAuthentication'
  | 'account'
  | 'cardAccount'
  | 'balances'
  | 'transactions'
  | 'cardTransactions'
  | 'transactionDetails'
  | 'download';

/** Where the links of a resource lead. */
export const LINK_TARGETS = {
  consent: {
    self: 'getConsentInformation',
    status: 'getConsentStatus',
    scaStatus: 'getConsentScaStatus',
    startAuthorisation: 'startConsentAuthorisation',
    updatePsuIdentification: 'updateConsentsPsuData',
    updatePsuAuthentication: 'updateConsentsPsuData',
    account: 'getAccountList',
  },
  fundsConsent: {
    self: 'getConsentConfirmationOfFunds',
    status: 'getConsentConfirmationOfFundsStatus',
    scaStatus: 'consentConfirmationOfFundsGetScaStatus',
    startAuthorisation: 'consentConfirmationOfFundsStartAuth',
    updatePsuIdentification: 'consentConfirmationOfFundsUpdatePsuData',
    updatePsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
  },
  payment: {
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentInitiationScaStatus',
    startAuthorisation: 'startPaymentAuthorisation',
    updatePsuIdentification: 'updatePaymentPsuData',
    updatePsuAuthentication: 'updatePaymentPsuData',
  },
  account: {
    account: 'readAccountDetails',
    balances: 'getBalances',
    transactions: 'getTransactionList',
    transactionDetails: 'getTransactionDetails',
    download: 'downloadTransactions',
  },
  cardAccount: {
    cardAccount: 'readCardAccount',
    balances: 'getCardAccountBalances',
    transactions: 'getCardAccountTransactionList',
    cardTransactions: 'getCardAccountTransactionList',
  },
} as const satisfies Record<string, Partial<Record<LinkName, EndpointKey>>>;

export type LinkedResource = keyof typeof LINK_TARGETS;

/** How SCA begins for a new resource, as its owner tells it (contracts, `scaStart`). */
export interface ScaStart {
  readonly scaApproach?: ScaApproach | undefined;
  readonly psuKnown: boolean;
  readonly authorisation?: AuthorisationState | undefined;
}

/** Which links an answer to a creation carries, by how far its authorisation is (field guide 5.3). */
export const CREATION_LINKS = {
  notStarted: ['startAuthorisation', 'self', 'status'],
  exempted: ['self', 'status', 'scaStatus'],
  redirect: ['scaRedirect', 'self', 'status', 'scaStatus'],
  decoupled: ['self', 'status', 'scaStatus'],
  decoupledPsuUnknown: ['updatePsuIdentification', 'self', 'status', 'scaStatus'],
  embedded: ['updatePsuAuthentication', 'self', 'status', 'scaStatus'],
  embeddedPsuUnknown: ['updatePsuIdentification', 'self', 'status', 'scaStatus'],
} as const satisfies Record<string, readonly LinkName[]>;

/** The row of {@link CREATION_LINKS} that holds. */
export function creationSituation({ authorisation }: ScaStart): keyof typeof CREATION_LINKS {
  if (authorisation === undefined) return 'notStarted';
  const { scaApproach, scaStatus } = authorisation;
  if (scaStatus === 'exempted') return 'exempted';
  if (scaApproach === 'REDIRECT') return 'redirect';
  if (scaApproach === 'DECOUPLED') return scaStatus === 'received' ? 'decoupledPsuUnknown' : 'decoupled';
  return scaStatus === 'received' ? 'embeddedPsuUnknown' : 'embedded';
}

/** The only maker of addresses in answers. Relative, but for the portal's. */
export class Links {
  readonly #portalUrl: string;

  constructor(portalUrl: string) {
    this.#portalUrl = portalUrl.replace(/\/+$/, '');
  }

  ofCreation(
    resource: 'consent' | 'fundsConsent' | 'payment',
    parameters: Readonly<Record<string, string>>,
    start: ScaStart,
  ): LinkObjects {
    const { authorisation } = start;
    return this.of(resource, CREATION_LINKS[creationSituation(start)], {
      ...parameters,
      authorisationId: authorisation?.authorisationId ?? '',
      redirectReference: authorisation?.redirectReference ?? '',
    });
  }

  of(resource: LinkedResource, names: readonly LinkName[], parameters: Readonly<Record<string, string>>): LinkObjects {
    const targets: Partial<Record<LinkName, EndpointKey>> = LINK_TARGETS[resource];
    const links: LinkObjects = {};
    for (const name of names) {
      const target = targets[name];
      if (name === 'scaRedirect') links[name] = { href: this.#scaRedirect(parameters['redirectReference'] ?? '') };
      else if (target !== undefined) links[name] = { href: href(target, parameters as never) };
      else throw new Error(`${resource} has no link ${name}`);
    }
    return links;
  }

  /** The other pages of a list, each at the address of the list with the whole query (field guide 7.7). */
  ofPages<Key extends EndpointKey>(
    target: Key,
    parameters: PathParameters<Key>,
    { query, pages = {} }: { query: Readonly<Record<string, unknown>>; pages?: Pages | undefined },
  ): LinkObjects {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
    const asked = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
    return Object.fromEntries(
      Object.entries(pages).map(([name, page = '']) => {
        const search = new URLSearchParams({ ...asked, page }).toString();
        return [name, { href: `${href(target, parameters)}?${search}` }];
      }),
    );
  }

  #scaRedirect(redirectReference: string): string {
    return `${this.#portalUrl}/sca/${encodeURIComponent(redirectReference)}`;
  }
}
