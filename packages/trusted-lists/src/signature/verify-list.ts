import { createHash, type X509Certificate } from 'node:crypto';
import { type XmlDocument, type XmlLimits, XmlRefusal } from '@xs2a/iso20022';
import { openXml, readXml } from '@xs2a/iso20022/with-libxml2';
import { XmlElement } from 'libxml2-wasm';
import { ListRefusal } from '../list-refusal.ts';
import { canonical } from './canonical.ts';
import {
  DIGESTS,
  ENVELOPED,
  EXCLUSIVE_C14N,
  INCLUSIVE_C14N,
  isSignatureAlgorithm,
  keyKindOf,
  verifies,
} from './signature-algorithms.ts';

/** The largest list in force has about 6 MB. Certificates are texts of 2 to 4 KB. */
const LIMITS: XmlLimits = {
  bytesMax: 32 * 1_048_576,
  depthMax: 40,
  elementsMax: 1_000_000,
  tokenBytesMax: 131_072,
};
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';
const RSA_BITS_MIN = 2_048;

/** The signed part of a list, and its signer. */
export interface SignedList {
  readonly content: XmlDocument;
  /** SHA-256 of the signed content. */
  readonly sha256: string;
  readonly signer: X509Certificate;
}

/** Reads XML within limits and without document type; its content is not yet trusted. */
export function readUnverified(bytes: Uint8Array): XmlDocument {
  return notRefused(() => readXml(bytes, LIMITS));
}

function notRefused<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlRefusal) throw new ListRefusal(`it ${error.reason}`);
    throw error;
  }
}

/**
 * Verifies the signature of a list (ETSI TS 119 612, annex B: XAdES, enveloped, over the whole list) by one of the permitted
 * certificates. The result is read from the digested bytes, not from the document, so elements outside the signature are never
 * used.
 */
export function verifyList(bytes: Uint8Array, signers: readonly X509Certificate[]): SignedList {
  using document = notRefused(() => openXml(bytes, LIMITS));
  const { root } = document;
  const [signature, ...others] = childrenNamed(root, 'Signature');
  if (signature === undefined) throw new ListRefusal('it has no signature');
  if (others.length > 0) throw new ListRefusal('it has more than one signature');
  const signer = signerOf(signature, signers);
  const signedInfo = signedInfoOf(signature, signer);
  const { whole, properties } = referencesOf(signedInfo, root);
  const signed = canonical(signedInfo, childrenNamed(signedInfo, 'CanonicalizationMethod')[0]);
  const value = Buffer.from(childrenNamed(signature, 'SignatureValue')[0]?.content ?? '', 'base64');
  const isSigned =
    verifies(algorithmIn(signedInfo, 'SignatureMethod'), signed, { key: signer.publicKey, value }) &&
    isDigested(properties, canonical(elementOf(properties, signature), transformsOf(properties)[0]));
  const content = contentOf(bytes, whole);
  if (!isSigned || !isDigested(whole, content)) throw new ListRefusal('its signature is not valid');
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { content: readUnverified(Buffer.from(content)), sha256, signer };
}

/** Returns the list without its signature, in the digested form. */
function contentOf(bytes: Uint8Array, whole: XmlElement): string {
  // A copy, because removed content cannot be read any more.
  using document = openXml(bytes, LIMITS);
  childrenNamed(document.root, 'Signature')[0]?.remove();
  // A URI with an Id denotes the root element, an empty one the document.
  return canonical(attributeOf(whole, 'URI') === '' ? document : document.root, transformsOf(whole)[1]);
}

/** Returns the only element of the signature with the Id. */
function elementOf(reference: XmlElement, signature: XmlElement): XmlElement {
  const uri = attributeOf(reference, 'URI');
  const found = signature.find('.//*[@Id]').filter((one) => one instanceof XmlElement);
  const [element, ...others] = found.filter((one) => `#${attributeOf(one, 'Id')}` === uri);
  if (element === undefined || others.length > 0) throw new ListRefusal('its signature is not valid');
  return element;
}

function isDigested(reference: XmlElement, content: string): boolean {
  const hash = DIGESTS.get(algorithmIn(reference, 'DigestMethod'));
  const sent = Buffer.from(childrenNamed(reference, 'DigestValue')[0]?.content ?? '', 'base64');
  return hash !== undefined && createHash(hash).update(content).digest().equals(sent);
}

/** Returns the certificate in the signature, which must be one of the permitted ones. */
function signerOf(signature: XmlElement, signers: readonly X509Certificate[]): X509Certificate {
  const sent = signature
    .find('.//ds:X509Certificate', { ds: XMLDSIG })
    .map(({ content }) => Buffer.from(content, 'base64').toString('hex'));
  const signer = signers.find(({ raw }) => sent.includes(raw.toString('hex')));
  if (signer === undefined) throw new ListRefusal('it was signed by none of the certificates that may sign it');
  return signer;
}

function signedInfoOf(signature: XmlElement, signer: X509Certificate): XmlElement {
  const [signedInfo, ...others] = childrenNamed(signature, 'SignedInfo');
  if (signedInfo === undefined || others.length > 0) throw new ListRefusal('its signature is not readable');
  const algorithm = algorithmIn(signedInfo, 'SignatureMethod');
  if (!isSignatureAlgorithm(algorithm)) throw new ListRefusal('its signature has an algorithm that is not accepted');
  const { asymmetricKeyType, asymmetricKeyDetails } = signer.publicKey;
  const isWeak = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN;
  if (asymmetricKeyType !== keyKindOf(algorithm) || isWeak) {
    throw new ListRefusal('its signature has an algorithm that is not accepted for its key');
  }
  if (algorithmIn(signedInfo, 'CanonicalizationMethod') !== EXCLUSIVE_C14N) {
    throw new ListRefusal('its signature does not use exclusive canonicalisation');
  }
  return signedInfo;
}

/** The first reference is the whole list without the signature; the other is a part of the signature itself. */
function referencesOf(signedInfo: XmlElement, root: XmlElement): { whole: XmlElement; properties: XmlElement } {
  const [whole, properties, ...others] = childrenNamed(signedInfo, 'Reference');
  const own = attributeOf(root, 'Id');
  const names = ['', ...(own === undefined || own === '' ? [] : [`#${own}`])];
  if (whole === undefined || !names.includes(attributeOf(whole, 'URI') ?? 'none')) {
    throw new ListRefusal('its signature does not cover the list');
  }
  if (algorithmsOf(whole).join(' ') !== `${ENVELOPED} ${EXCLUSIVE_C14N}`) {
    throw new ListRefusal('its signature covers the list in a form that is not accepted');
  }
  const isOfProperties =
    properties !== undefined &&
    attributeOf(properties, 'Type') === SIGNED_PROPERTIES &&
    ['', EXCLUSIVE_C14N, INCLUSIVE_C14N].includes(algorithmsOf(properties).join(' '));
  if (!isOfProperties || others.length > 0) {
    throw new ListRefusal('its signature does not cover its properties (XAdES), or covers something else');
  }
  return { whole, properties };
}

function transformsOf(reference: XmlElement): XmlElement[] {
  return childrenNamed(reference, 'Transforms').flatMap((transforms) => childrenNamed(transforms, 'Transform'));
}

function algorithmsOf(reference: XmlElement): string[] {
  return transformsOf(reference).map((transform) => attributeOf(transform, 'Algorithm') ?? '');
}

function algorithmIn(element: XmlElement, name: string): string {
  const [found] = childrenNamed(element, name);
  return (found && attributeOf(found, 'Algorithm')) ?? '';
}

function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attr(name)?.value;
}

function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.find(`ds:${name}`, { ds: XMLDSIG }).filter((one) => one instanceof XmlElement);
}
