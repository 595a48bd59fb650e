import { BlockList, isIP } from 'node:net';
import { type AttributeTypeAndValue, GeneralName, type GeneralSubtree, Name } from '@peculiar/asn1-x509';
import { hostIn } from '../tpp/names-host.ts';
import type { CertificateFacts } from './certificate-facts.ts';

const COMMON_NAME = '2.5.4.3';
const EMAIL = '1.2.840.113549.1.9.1';

/** Name forms that are compared (RFC 5280, 4.2.1.10). A name of another form is refused if an issuer constrains that form. */
const FORMS: { readonly [Form in keyof GeneralName]?: (name: string, base: string) => boolean } = {
  dNSName: isInDomain,
  rfc822Name: isInMailbox,
  uniformResourceIdentifier: (uri, base) => isHostOrBelow(hostOf(uri), base),
  iPAddress: isInSubnet,
};

/**
 * Whether every issuer of a path permits the names of all certificates below it (RFC 5280, 6.1.3 b and c). Each name must be
 * permitted by each issuer: subtrees of several issuers intersect.
 */
export function isNamedWithinConstraints(path: readonly CertificateFacts[]): boolean {
  return path.every(({ nameConstraints }, index) => {
    if (nameConstraints === undefined) return true;
    const { permittedSubtrees = [], excludedSubtrees = [] } = nameConstraints;
    const subtrees = [...permittedSubtrees, ...excludedSubtrees];
    if (subtrees.some(({ minimum, maximum }) => minimum !== 0 || maximum !== undefined)) return false;
    const below = path.slice(0, index).filter((one, place) => place === 0 || !isSelfIssued(one));
    return below
      .flatMap((one, place) => namesOf(one, place === 0))
      .every((name) => isPermitted(name, permittedSubtrees) && !isExcluded(name, excludedSubtrees));
  });
}

/** Whether an authority has replaced its own key (RFC 5280, 6.1). */
export function isSelfIssued({ tbs }: CertificateFacts): boolean {
  return JSON.stringify(tbs.subject.map(textOf)) === JSON.stringify(tbs.issuer.map(textOf));
}

function namesOf({ tbs, alternativeNames }: CertificateFacts, isLeaf: boolean): GeneralName[] {
  const attributes = tbs.subject.flatMap((part) => [...part]);
  const valuesOf = (type: string): string[] =>
    attributes.filter((one) => one.type === type).map(({ value }) => value.toString());
  const dnsNames = alternativeNames.flatMap(({ dNSName }) => dNSName ?? []);
  // A name that is used as a host (decision 26), including CN, is subject to host name constraints in the same form.
  const hosts = isLeaf ? [...valuesOf(COMMON_NAME), ...dnsNames].flatMap((name) => hostIn(name) ?? []) : [];
  return [
    ...(tbs.subject.length > 0 ? [new GeneralName({ directoryName: new Name([...tbs.subject]) })] : []),
    ...alternativeNames,
    ...valuesOf(EMAIL).map((rfc822Name) => new GeneralName({ rfc822Name })),
    ...hosts.map((dNSName) => new GeneralName({ dNSName })),
  ];
}

function isPermitted(name: GeneralName, subtrees: readonly GeneralSubtree[]): boolean {
  const sameForm = subtrees.filter(({ base }) => formOf(base) === formOf(name));
  return sameForm.length === 0 || sameForm.some(({ base }) => isWithin(name, base) === true);
}

function isExcluded(name: GeneralName, subtrees: readonly GeneralSubtree[]): boolean {
  const sameForm = subtrees.filter(({ base }) => formOf(base) === formOf(name));
  // A wildcard may match any name in an excluded subtree.
  const covered = name.dNSName?.startsWith('*.') ? name.dNSName.slice(2) : undefined;
  return sameForm.some(({ base }) => {
    if (covered !== undefined && isInDomain(base.dNSName ?? '', covered)) return true;
    return isWithin(name, base) !== false;
  });
}

/** Undefined if the name form cannot be compared. */
function isWithin(name: GeneralName, base: GeneralName): boolean | undefined {
  if (name.directoryName !== undefined && base.directoryName !== undefined) {
    const [own, above] = [name.directoryName.map(textOf), base.directoryName.map(textOf)];
    return above.every((part, index) => own[index] === part);
  }
  const form = formOf(name);
  const [one, other] = [name[form], base[form]];
  const compare = FORMS[form];
  return compare && typeof one === 'string' && typeof other === 'string'
    ? compare(one.toLowerCase(), other.toLowerCase())
    : undefined;
}

function formOf(name: GeneralName): keyof GeneralName {
  const forms = Object.keys(name) as (keyof GeneralName)[];
  return forms.find((form) => name[form] !== undefined) ?? 'otherName';
}

function isInDomain(name: string, base: string): boolean {
  return base === '' || name === base || name.endsWith(base.startsWith('.') ? base : `.${base}`);
}

/** Host of an address: a base without a leading dot is a single host. */
function isHostOrBelow(host: string, base: string): boolean {
  return base.startsWith('.') ? host.endsWith(base) : host === base;
}

function isInMailbox(address: string, base: string): boolean {
  if (base.includes('@')) return address === base;
  return isHostOrBelow(address.slice(address.lastIndexOf('@') + 1), base);
}

function hostOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).hostname : '';
}

function isInSubnet(address: string, base: string): boolean {
  const [network = '', bits] = base.split('/');
  const version = isIP(network);
  if (version === 0 || isIP(address) !== version) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const subnet = new BlockList();
  subnet.addSubnet(network, Number(bits ?? (version === 6 ? 128 : 32)), family);
  return subnet.check(address, family);
}

/** Part of a name in the form for comparison (RFC 5280, 7.1): ignores case, spaces and string type. */
function textOf(part: readonly AttributeTypeAndValue[]): string {
  const texts = part.map(({ type, value }) => {
    return `${type}=${value.toString().normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;
  });
  return JSON.stringify(texts.toSorted());
}
