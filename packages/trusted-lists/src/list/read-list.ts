import type { X509Certificate } from 'node:crypto';
import { child, childrenOf, textAt, type XmlDocument, type XmlElement } from '@xs2a/iso20022';
import { ListRefusal } from '../list-refusal.ts';
import { certificatesOf, timeAt } from './list-elements.ts';
import { readServices, type TrustService } from './read-services.ts';

const NAMESPACE = 'http://uri.etsi.org/02231/v2#';
/** TS 119 612 v2.1.1 and later. */
const VERSIONS = ['5', '6'];
const TYPES: Readonly<Record<string, ListType>> = {
  'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists': 'listOfLists',
  'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric': 'national',
};
const XML_LIST = 'application/vnd.etsi.tsl+xml';

type ListType = 'listOfLists' | 'national';

/** Address and signers of another list, from the list of lists. */
export interface ListPointer {
  readonly type: ListType | undefined;
  readonly territory: string;
  readonly location: string;
  readonly signers: readonly X509Certificate[];
}

/** The fields of a trusted list (ETSI TS 119 612) that are used here. */
export interface TrustedList {
  readonly type: ListType;
  readonly territory: string;
  readonly sequenceNumber: number;
  readonly issuedAt: Date;
  readonly nextUpdate: Date;
  readonly pointers: readonly ListPointer[];
  readonly services: readonly TrustService[];
}

export function readList({ namespace, root }: XmlDocument): TrustedList {
  if (root.name !== 'TrustServiceStatusList' || namespace !== NAMESPACE) throw new ListRefusal('it is no trusted list');
  const scheme = child(root, 'SchemeInformation');
  const typeName = textAt(scheme, 'TSLType') ?? '';
  const type = Object.hasOwn(TYPES, typeName) ? TYPES[typeName] : undefined;
  if (type === undefined) throw new ListRefusal('it is no list of the European Union (TSLType)');
  if (!VERSIONS.includes(textAt(scheme, 'TSLVersionIdentifier') ?? '')) {
    throw new ListRefusal(`its version is none of ${VERSIONS.join(', ')} (TSLVersionIdentifier)`);
  }
  const sequenceNumber = Number(textAt(scheme, 'TSLSequenceNumber'));
  if (!Number.isSafeInteger(sequenceNumber) || sequenceNumber < 1) throw new ListRefusal('it has no sequence number');
  return {
    type,
    territory: textAt(scheme, 'SchemeTerritory') ?? '',
    sequenceNumber,
    issuedAt: timeAt(scheme, 'ListIssueDateTime'),
    nextUpdate: nextUpdateOf(scheme),
    pointers: childrenOf(child(scheme, 'PointersToOtherTSL'), 'OtherTSLPointer').flatMap(readPointer),
    services: childrenOf(child(root, 'TrustServiceProviderList'), 'TrustServiceProvider').flatMap(readServices),
  };
}

/** Territory stated in a list before verification: for messages, not for decisions. */
export function claimedTerritory({ root }: XmlDocument): string {
  const claimed = textAt(root, 'SchemeInformation', 'SchemeTerritory') ?? '';
  return /^[A-Z]{2}$/.test(claimed) ? claimed : '?';
}

/** A list without a next update is closed (5.3.15). */
function nextUpdateOf(scheme: XmlElement | undefined): Date {
  if (textAt(scheme, 'NextUpdate', 'dateTime') === undefined) throw new ListRefusal('it is closed (NextUpdate)');
  return timeAt(scheme, 'NextUpdate', 'dateTime');
}

/** Reads a pointer to a list in XML. There are also pointers to lists in PDF. */
function readPointer(pointer: XmlElement): ListPointer[] {
  const said = childrenOf(child(pointer, 'AdditionalInformation'), 'OtherInformation');
  const valueOf = (name: string): string | undefined => said.flatMap((one) => textAt(one, name) ?? [])[0];
  if (valueOf('MimeType') !== XML_LIST) return [];
  const typeName = valueOf('TSLType') ?? '';
  return [
    {
      type: Object.hasOwn(TYPES, typeName) ? TYPES[typeName] : undefined,
      territory: valueOf('SchemeTerritory') ?? '',
      location: textAt(pointer, 'TSLLocation') ?? '',
      signers: childrenOf(child(pointer, 'ServiceDigitalIdentities'), 'ServiceDigitalIdentity').flatMap(certificatesOf),
    },
  ];
}
