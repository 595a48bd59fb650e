import type { X509Certificate } from 'node:crypto';
import type { QcType } from '@xs2a/certificates';
import { child, childrenOf, textAt, type XmlElement } from '@xs2a/iso20022';
import { certificatesOf, nameAt, timeAt } from './list-elements.ts';

const ISSUES_QUALIFIED_CERTIFICATES = 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC';
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
const EXTENSION = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/';

/** Purposes of the certificates of a service: additional service information (5.5.9.4) and qualifiers (5.5.9.2.3). */
const PURPOSES: Readonly<Record<string, QcType>> = {
  [`${EXTENSION}ForWebSiteAuthentication`]: 'web',
  [`${EXTENSION}QCForWSA`]: 'web',
  [`${EXTENSION}ForeSeals`]: 'seal',
  [`${EXTENSION}QCForESeal`]: 'seal',
};
/** Supported extensions, or those without effect here. Any other critical extension makes a service unusable (5.5.9). */
const UNDERSTOOD = ['AdditionalServiceInformation', 'Qualifications', 'ExpiredCertsRevocationInfo', 'TakenOverBy'];

/** Status and purposes of a service from a time on. */
interface ServiceState {
  /** The last part of its URI: `granted`, `withdrawn`. */
  readonly status: string;
  readonly isGranted: boolean;
  readonly since: Date;
  readonly purposes: readonly QcType[];
  readonly hasUnknownCritical: boolean;
}

/** A service that issues qualified certificates (CA/QC). */
export interface TrustService {
  readonly provider: string;
  readonly name: string;
  readonly certificates: readonly X509Certificate[];
  /** Newest first. */
  readonly states: readonly ServiceState[];
}

/** Reads the services of a provider that issue qualified certificates. Others (time stamps, validation) are ignored. */
export function readServices(provider: XmlElement): TrustService[] {
  const name = nameAt(child(provider, 'TSPInformation', 'TSPName'));
  return childrenOf(child(provider, 'TSPServices'), 'TSPService').flatMap((service) => {
    const information = child(service, 'ServiceInformation');
    if (information === undefined || typeOf(information) !== ISSUES_QUALIFIED_CERTIFICATES) return [];
    const past = childrenOf(child(service, 'ServiceHistory'), 'ServiceHistoryInstance');
    const states = [information, ...past.filter((one) => typeOf(one) === ISSUES_QUALIFIED_CERTIFICATES)].map(stateOf);
    return [
      {
        provider: name,
        name: nameAt(child(information, 'ServiceName')),
        certificates: certificatesOf(child(information, 'ServiceDigitalIdentity')),
        states: states.toSorted((a, b) => b.since.getTime() - a.since.getTime()),
      },
    ];
  });
}

/** Returns the state in force at a time: a status may begin later than the list. */
export function stateAt({ states }: TrustService, now: Date): ServiceState | undefined {
  return states.find(({ since }) => since <= now);
}

function typeOf(instance: XmlElement): string | undefined {
  return textAt(instance, 'ServiceTypeIdentifier');
}

function stateOf(instance: XmlElement): ServiceState {
  const status = textAt(instance, 'ServiceStatus') ?? '';
  const extensions = childrenOf(child(instance, 'ServiceInformationExtensions'), 'Extension');
  const named = [
    ...extensions.flatMap((one) => textAt(one, 'AdditionalServiceInformation', 'URI') ?? []),
    ...extensions.flatMap(qualifiersOf),
  ];
  const purposes = named.flatMap((uri) => (Object.hasOwn(PURPOSES, uri) ? (PURPOSES[uri] ?? []) : []));
  return {
    status: status.split('/').at(-1) ?? '',
    isGranted: status === GRANTED,
    since: timeAt(instance, 'StatusStartingTime'),
    purposes: [...new Set(purposes)].toSorted().toReversed(),
    hasUnknownCritical: extensions.some(isUnknownCritical),
  };
}

function qualifiersOf(extension: XmlElement): string[] {
  return childrenOf(child(extension, 'Qualifications'), 'QualificationElement').flatMap((element) =>
    childrenOf(child(element, 'Qualifiers'), 'Qualifier').map(({ attributes }) => attributes.get('uri') ?? ''),
  );
}

function isUnknownCritical({ attributes, children }: XmlElement): boolean {
  const isCritical = ['true', '1'].includes(attributes.get('Critical') ?? '');
  return isCritical && !children.every(({ name }) => UNDERSTOOD.includes(name));
}
