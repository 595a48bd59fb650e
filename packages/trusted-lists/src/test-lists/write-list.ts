import { type KeyLike, sign, X509Certificate } from 'node:crypto';
import type { IssuedCertificate, QcType } from '@xs2a/certificates';
import { SignedXml } from 'xml-crypto';
import { ENVELOPED, EXCLUSIVE_C14N, signatureAlgorithm } from '../signature/signature-algorithms.ts';

const TYPES = { listOfLists: 'EUlistofthelists', national: 'EUgeneric' };
const TRUSTED_LIST = 'http://uri.etsi.org/TrstSvc/TrustedList';
const NAMED: Record<QcType, string> = { web: 'ForWebSiteAuthentication', seal: 'ForeSeals' };
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

const ECDSA_SHA256 = signatureAlgorithm('ec', 'sha256');

/** The library does not provide it. */
class EcdsaSha256 {
  getAlgorithmName(): string {
    return ECDSA_SHA256;
  }
  getSignature(signedInfo: unknown, key: KeyLike): string {
    const options = { key, dsaEncoding: 'ieee-p1363' } as Parameters<typeof sign>[2];
    return sign('sha256', Buffer.from(String(signedInfo)), options).toString('base64');
  }
  verifySignature(): boolean {
    throw new Error('it only signs');
  }
}

/** Status of a service from a time on. */
export interface StatusOptions {
  readonly status?: 'granted' | 'withdrawn';
  readonly since: Date;
  readonly purposes?: readonly QcType[];
  /** Further extensions, as XML. */
  readonly extensions?: string;
}

export interface ServiceOptions extends StatusOptions {
  readonly name: string;
  readonly provider?: string;
  /** PEM. */
  readonly certificate: string;
  /** Last part of the type; CA/QC issues qualified certificates. */
  readonly type?: string;
  readonly history?: readonly StatusOptions[];
}

export interface PointerOptions {
  readonly territory: string;
  readonly type?: keyof typeof TYPES;
  /** PEM. */
  readonly signers: readonly string[];
  readonly location?: string;
}

export interface ListOptions {
  readonly type: keyof typeof TYPES;
  readonly territory: string;
  readonly sequenceNumber?: number;
  readonly issuedAt: Date;
  /** `null`: the list is closed. */
  readonly nextUpdate: Date | null;
  readonly services?: readonly ServiceOptions[];
  readonly pointers?: readonly PointerOptions[];
}

export interface SignatureOptions {
  readonly algorithm?: string;
  readonly digest?: string;
  /** XPath of the signed element; default: the whole list. */
  readonly xpath?: string;
  readonly withoutProperties?: true;
  readonly canonicalisation?: string;
}

/** Writes an unsigned trusted list in the usual form (ETSI TS 119 612). For tests only. */
export function writeList(order: ListOptions): string {
  const { type, territory, sequenceNumber = 1, issuedAt, nextUpdate, services = [], pointers = [] } = order;
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" xmlns:ns2="http://www.w3.org/2000/09/xmldsig#"
  xmlns:ns3="http://uri.etsi.org/01903/v1.3.2#" xmlns:ns4="http://uri.etsi.org/02231/v2/additionaltypes#"
  xmlns:ns5="http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#"
  Id="${territory}-TSL" TSLTag="http://uri.etsi.org/19612/TSLTag">
<SchemeInformation><TSLVersionIdentifier>5</TSLVersionIdentifier>
<TSLSequenceNumber>${sequenceNumber}</TSLSequenceNumber><TSLType>${TRUSTED_LIST}/TSLType/${TYPES[type]}</TSLType>
<SchemeOperatorName><Name xml:lang="en">Scheme operator ${territory}</Name></SchemeOperatorName>
<SchemeTerritory>${territory}</SchemeTerritory><!-- a comment, as some lists have -->
<PointersToOtherTSL>${pointers.map(pointerXml).join('')}</PointersToOtherTSL>
<ListIssueDateTime>${issuedAt.toISOString()}</ListIssueDateTime>
<NextUpdate>${nextUpdate === null ? '' : `<dateTime>${nextUpdate.toISOString()}</dateTime>`}</NextUpdate>
</SchemeInformation>
<TrustServiceProviderList>${services.map(providerXml).join('\n')}</TrustServiceProviderList></TrustServiceStatusList>`;
}

/** Signs a list as scheme operators do: XAdES, enveloped, over the list and the signed properties. */
export function signList(xml: string, { certificate, key }: IssuedCertificate, order: SignatureOptions = {}): string {
  const { publicKey } = new X509Certificate(certificate);
  const kind = publicKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec';
  const { algorithm = signatureAlgorithm(kind, 'sha256'), digest = SHA256, xpath = '/*' } = order;
  const canonicalisation = order.canonicalisation ?? EXCLUSIVE_C14N;
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalisation,
    getKeyInfoContent: () =>
      `<ds:X509Data><ds:X509Certificate>${base64Of(certificate)}</ds:X509Certificate></ds:X509Data>`,
    ...(!order.withoutProperties && { objects: [{ content: propertiesXml() }] }),
  });
  signed.SignatureAlgorithms[ECDSA_SHA256] = EcdsaSha256;
  const whole = { xpath, transforms: [ENVELOPED, canonicalisation], digestAlgorithm: digest };
  signed.addReference({ ...whole, ...(xpath === '/*' && { uri: '', isEmptyUri: true }) });
  if (!order.withoutProperties) {
    const type = 'http://uri.etsi.org/01903#SignedProperties';
    signed.addReference({ xpath: "//*[@Id='xades']", transforms: [EXCLUSIVE_C14N], digestAlgorithm: digest, type });
  }
  signed.computeSignature(xml, {
    prefix: 'ds',
    attrs: { Id: 'signature' },
    location: { reference: '/*', action: 'append' },
  });
  return signed.getSignedXml();
}

function propertiesXml(): string {
  return `<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#signature">
<xades:SignedProperties Id="xades"><xades:SignedSignatureProperties><xades:SigningTime>2026-11-01T00:00:00Z</xades:SigningTime>
</xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>`;
}

function pointerXml(order: PointerOptions): string {
  const { territory, type = 'national', signers, location = `https://lists.example/${territory}.xml` } = order;
  const identities = signers.map(
    (pem) =>
      `<ServiceDigitalIdentity><DigitalId><X509Certificate>${base64Of(pem)}</X509Certificate></DigitalId></ServiceDigitalIdentity>`,
  );
  const pointer = (mime: string): string => `<OtherTSLPointer>
<ServiceDigitalIdentities>${identities.join('')}</ServiceDigitalIdentities>
<TSLLocation>${location}</TSLLocation><AdditionalInformation>
<OtherInformation><TSLType>${TRUSTED_LIST}/TSLType/${TYPES[type]}</TSLType></OtherInformation>
<OtherInformation><SchemeTerritory>${territory}</SchemeTerritory></OtherInformation>
<OtherInformation><ns4:MimeType>${mime}</ns4:MimeType></OtherInformation></AdditionalInformation></OtherTSLPointer>`;
  return pointer('application/pdf').replace('.xml', '.pdf') + pointer('application/vnd.etsi.tsl+xml');
}

function providerXml({
  name,
  provider = 'Test Trust Services d.o.o.',
  certificate,
  type = 'CA/QC',
  history = [],
  ...state
}: ServiceOptions): string {
  const identity = `<ServiceDigitalIdentity><DigitalId><X509Certificate>${base64Of(certificate)}</X509Certificate></DigitalId></ServiceDigitalIdentity>`;
  const instance = (one: StatusOptions, id: string): string => `
<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier>
<ServiceName><Name xml:lang="hr">${name} (hr)</Name><Name xml:lang="en">${name}</Name></ServiceName>${id}
<ServiceStatus>${TRUSTED_LIST}/Svcstatus/${one.status ?? 'granted'}</ServiceStatus>
<StatusStartingTime>${one.since.toISOString()}</StatusStartingTime>
<ServiceInformationExtensions>${(one.purposes ?? []).map(purposeXml).join('')}${one.extensions ?? ''}</ServiceInformationExtensions>`;
  const past = history.map(
    (one) => `<ServiceHistoryInstance>${instance(one, '<ServiceDigitalIdentity/>')}</ServiceHistoryInstance>`,
  );
  return `<TrustServiceProvider><TSPInformation><TSPName><Name xml:lang="en">${provider}</Name></TSPName></TSPInformation>
<TSPServices><TSPService><ServiceInformation>${instance(state, identity)}</ServiceInformation>
<ServiceHistory>${past.join('')}</ServiceHistory></TSPService></TSPServices></TrustServiceProvider>`;
}

function purposeXml(purpose: QcType): string {
  const uri = `${TRUSTED_LIST}/SvcInfoExt/${NAMED[purpose]}`;
  return `<Extension Critical="true"><AdditionalServiceInformation><URI xml:lang="en">${uri}</URI></AdditionalServiceInformation></Extension>`;
}

function base64Of(pem: string): string {
  return new X509Certificate(pem).raw.toString('base64');
}
