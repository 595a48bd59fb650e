import {
  type AuthorisationState,
  type EndpointKey,
  href,
  type Links as LinkObjects,
  type Pages,
  type PathParameters,
} from '@xs2a/contracts';
import { creationLinks, nextLinks, type ScaStart } from './authorisation-links.ts';

/** Names of the standard (Implementation Guidelines, Links) that some situation below needs. */
export type LinkName =
  | 'scaRedirect'
  | 'self'
  | 'status'
  | 'scaStatus'
  | 'startAuthorisation'
  | 'startAuthorisationWithPsuIdentification'
  | 'startAuthorisationWithPsuAuthentication'
  | 'startAuthorisationWithEncryptedPsuAuthentication'
  | 'startAuthorisationWithAuthenticationMethodSelection'
  | 'updatePsuIdentification'
  | 'updatePsuAuthentication'
  | 'updateEncryptedPsuAuthentication'
  | 'selectAuthenticationMethod'
  | 'authoriseTransaction'
  | 'confirmation'
  | 'account'
  | 'cardAccount'
  | 'balances'
  | 'transactions'
  | 'cardTransactions'
  | 'transactionDetails'
  | 'download';

/** The interface spells two names in its own way (2.8): whoever looks for those finds them too, at the same address. */
export const SPELT_ALSO: Partial<Record<LinkName, string>> = {
  startAuthorisationWithPsuIdentification: 'startAuthorisationWithPsuIdentfication',
  startAuthorisationWithAuthenticationMethodSelection: 'startAuthorisationWithAuthentciationMethodSelection',
};

/** The same step with an encrypted password. */
export const ENCRYPTED: Partial<Record<LinkName, LinkName>> = {
  startAuthorisationWithPsuAuthentication: 'startAuthorisationWithEncryptedPsuAuthentication',
  updatePsuAuthentication: 'updateEncryptedPsuAuthentication',
};

/** The links around an authorisation: whatever starts one leads to its parent's list, all others to itself. */
function authorisation<Start extends EndpointKey, Update extends EndpointKey, Status extends EndpointKey>(
  start: Start,
  update: Update,
  scaStatus: Status,
) {
  return {
    scaStatus,
    startAuthorisation: start,
    startAuthorisationWithPsuIdentification: start,
    startAuthorisationWithPsuAuthentication: start,
    startAuthorisationWithEncryptedPsuAuthentication: start,
    startAuthorisationWithAuthenticationMethodSelection: start,
    updatePsuIdentification: update,
    updatePsuAuthentication: update,
    updateEncryptedPsuAuthentication: update,
    selectAuthenticationMethod: update,
    authoriseTransaction: update,
    confirmation: update,
  } as const;
}

/** Where the links of a resource lead. */
export const LINK_TARGETS = {
  consent: {
    self: 'getConsentInformation',
    status: 'getConsentStatus',
    account: 'getAccountList',
    cardAccount: 'getCardAccount',
    ...authorisation('startConsentAuthorisation', 'updateConsentsPsuData', 'getConsentScaStatus'),
  },
  fundsConsent: {
    self: 'getConsentConfirmationOfFunds',
    status: 'getConsentConfirmationOfFundsStatus',
    ...authorisation(
      'consentConfirmationOfFundsStartAuth',
      'consentConfirmationOfFundsUpdatePsuData',
      'consentConfirmationOfFundsGetScaStatus',
    ),
  },
  payment: {
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    ...authorisation('startPaymentAuthorisation', 'updatePaymentPsuData', 'getPaymentInitiationScaStatus'),
  },
  cancellation: {
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    ...authorisation(
      'startPaymentInitiationCancellationAuthorisation',
      'updatePaymentCancellationPsuData',
      'getPaymentCancellationScaStatus',
    ),
  },
  basket: {
    self: 'getSigningBasket',
    status: 'getSigningBasketStatus',
    ...authorisation('startSigningBasketAuthorisation', 'updateSigningBasketPsuData', 'getSigningBasketScaStatus'),
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

/** What an authorisation may belong to. */
export type AuthorisedResource = 'consent' | 'fundsConsent' | 'payment' | 'cancellation' | 'basket';

/** The only maker of addresses in answers. Relative, but for the portal's. */
export class Links {
  readonly #portalUrl: string;
  readonly #passwordKeys: { readonly offered: boolean };

  constructor(portalUrl: string, passwordKeys: { readonly offered: boolean } = { offered: false }) {
    this.#portalUrl = portalUrl.replace(/\/+$/, '');
    this.#passwordKeys = passwordKeys;
  }

  ofCreation(
    resource: Exclude<AuthorisedResource, 'cancellation'>,
    parameters: Readonly<Record<string, string>>,
    start: ScaStart,
  ): LinkObjects {
    const { authorisation: started } = start;
    return this.of(resource, this.#withEncrypted(creationLinks(start)), {
      ...parameters,
      authorisationId: started?.authorisationId ?? '',
      redirectReference: started?.redirectReference ?? '',
    });
  }

  /**
   * Of a cancelled payment: how its cancellation is authorised, where that is needed (Implementation Guidelines,
   * Links).
   */
  ofCancellation(
    parameters: Readonly<Record<string, string>>,
    { authorisationNeeded, ...start }: ScaStart & { authorisationNeeded: boolean },
  ): LinkObjects {
    return this.of('cancellation', authorisationNeeded ? creationLinks(start) : ['self', 'status'], parameters);
  }

  /** Of an authorisation that was started or moved on: its next steps, and itself. */
  ofAuthorisation(
    resource: AuthorisedResource,
    parameters: Readonly<Record<string, string>>,
    state: AuthorisationState,
  ): LinkObjects {
    const { authorisationId, redirectReference = '' } = state;
    const names: LinkName[] = [...this.#withEncrypted(nextLinks(state)), 'scaStatus'];
    return this.of(resource, names, { ...parameters, authorisationId, redirectReference });
  }

  of(resource: LinkedResource, names: readonly LinkName[], parameters: Readonly<Record<string, string>>): LinkObjects {
    const targets: Partial<Record<LinkName, EndpointKey>> = LINK_TARGETS[resource];
    const links: LinkObjects = {};
    for (const name of names) {
      const target = targets[name];
      const alias = SPELT_ALSO[name];
      if (name === 'scaRedirect') links[name] = { href: this.#scaRedirect(parameters['redirectReference'] ?? '') };
      else if (target !== undefined) links[name] = { href: href(target, parameters as never) };
      else throw new Error(`${resource} has no link ${name}`);
      if (alias !== undefined && links[name] !== undefined) links[alias] = links[name];
    }
    return links;
  }

  /** The other pages of a list, each at the address of the list with the whole query (decision 19). */
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

  /** A password may come encrypted wherever it may come, but for starts of cancellations (decision 14). */
  #withEncrypted(names: readonly LinkName[]): LinkName[] {
    if (!this.#passwordKeys.offered) return [...names];
    return names.flatMap((name) => (ENCRYPTED[name] === undefined ? [name] : [name, ENCRYPTED[name]]));
  }

  #scaRedirect(redirectReference: string): string {
    return `${this.#portalUrl}/sca/${encodeURIComponent(redirectReference)}`;
  }
}
