import {
  type AuthorisationState,
  type EndpointKey,
  href,
  type Links as LinkObjects,
  type Pages,
  type PathParameters,
} from '@xs2a/contracts';
import { creationLinks, nextLinks, type ScaStart } from './authorisation-links.ts';
import { ENCRYPTED_LINKS, LINK_ALIASES, type LinkName } from './link-names.ts';
import { type AuthorisedResource, LINK_QUERIES, LINK_TARGETS, type LinkedResource } from './link-targets.ts';

/**
 * Creates all links in answers. They are relative, except `scaRedirect` and `scaOAuth`, which lead to the portal and to the
 * metadata of the authorisation server.
 */
export class Links {
  readonly #portalUrl: string;
  readonly #passwordKeys: { readonly offered: boolean };
  /** Set if PSUs authorise by OAuth. */
  readonly #oauthMetadataUrl: string | undefined;

  constructor(
    portalUrl: string,
    passwordKeys: { readonly offered: boolean } = { offered: false },
    oauthMetadataUrl?: string,
  ) {
    this.#portalUrl = portalUrl.replace(/(?<!\/)\/+$/, '');
    this.#passwordKeys = passwordKeys;
    this.#oauthMetadataUrl = oauthMetadataUrl;
  }

  ofCreation(
    resource: Exclude<AuthorisedResource, 'cancellation'>,
    parameters: Readonly<Record<string, string>>,
    start: ScaStart,
  ): LinkObjects {
    const { authorisation } = start;
    return this.of(resource, this.#withEncrypted(creationLinks(start)), {
      ...parameters,
      ...(authorisation && referencesOf(authorisation)),
    });
  }

  /** Returns the links of a cancelled payment: the authorisation of its cancellation, if needed (decision 16). */
  ofCancellation(
    parameters: Readonly<Record<string, string>>,
    { authorisationNeeded, ...start }: ScaStart & { authorisationNeeded: boolean },
  ): LinkObjects {
    return this.of('cancellation', authorisationNeeded ? creationLinks(start) : ['self', 'status'], parameters);
  }

  /** Returns the links of an authorisation after a step: its next steps, and itself. */
  ofAuthorisation(
    resource: AuthorisedResource,
    parameters: Readonly<Record<string, string>>,
    state: AuthorisationState,
  ): LinkObjects {
    const next = nextLinks(state);
    const names: LinkName[] = [...(resource === 'cancellation' ? next : this.#withEncrypted(next)), 'scaStatus'];
    return this.of(resource, names, { ...parameters, ...referencesOf(state) });
  }

  of(resource: LinkedResource, names: readonly LinkName[], parameters: Readonly<Record<string, string>>): LinkObjects {
    const targets: Partial<Record<LinkName, EndpointKey>> = LINK_TARGETS[resource];
    const links: LinkObjects = {};
    for (const name of names) {
      const target = targets[name];
      const alias = LINK_ALIASES[name];
      if (name === 'scaRedirect' && this.#oauthMetadataUrl !== undefined)
        links['scaOAuth'] = { href: this.#oauthMetadataUrl };
      else if (name === 'scaRedirect') links[name] = { href: this.#scaRedirect(parameters['redirectReference']) };
      else if (target !== undefined)
        links[name] = { href: `${href(target, parameters as never)}${queryOf(name, parameters)}` };
      else throw new Error(`${resource} has no link ${name}`);
      if (alias !== undefined && links[name] !== undefined) links[alias] = links[name];
    }
    return links;
  }

  /** Returns the links to the other pages of a list, each with the whole query (decision 19). */
  ofPages<Key extends EndpointKey>(
    target: Key,
    parameters: PathParameters<Key>,
    { query, pages = {} }: { query: Readonly<Record<string, unknown>>; pages?: Pages | undefined },
  ): LinkObjects {
    const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
    const parametersSent = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
    return Object.fromEntries(
      Object.entries(pages).map(([name, page = '']) => {
        const search = new URLSearchParams({ ...parametersSent, page }).toString();
        return [name, { href: `${href(target, parameters)}?${search}` }];
      }),
    );
  }

  /** Adds links for encrypted passwords to those for passwords, except in the authorisation of a cancellation. */
  #withEncrypted(names: readonly LinkName[]): LinkName[] {
    if (!this.#passwordKeys.offered) return [...names];
    return names.flatMap((name) => (ENCRYPTED_LINKS[name] === undefined ? [name] : [name, ENCRYPTED_LINKS[name]]));
  }

  #scaRedirect(redirectReference: string | undefined): string {
    if (redirectReference === undefined) throw new Error('an authorisation without redirect has no link scaRedirect');
    return `${this.#portalUrl}/sca/${encodeURIComponent(redirectReference)}`;
  }
}

function queryOf(name: LinkName, parameters: Readonly<Record<string, string>>): string {
  const named = LINK_QUERIES[name];
  if (named === undefined) return '';
  const values = Object.entries(named).map(([query, parameter]) => [query, parameters[parameter] ?? ''] as const);
  return `?${new URLSearchParams(Object.fromEntries(values)).toString()}`;
}

function referencesOf({ authorisationId, redirectReference }: AuthorisationState): Record<string, string> {
  return { authorisationId, ...(redirectReference !== undefined && { redirectReference }) };
}
