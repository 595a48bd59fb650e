import { createHash, type X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { type XmlDocument, type XmlLimits, XmlRefusal } from '@xs2a/iso20022';
import { readXml } from '@xs2a/iso20022/with-libxml2';
import { ListRefusal } from '../list-refusal.ts';
import {
  ENVELOPED,
  EXCLUSIVE_C14N,
  INCLUSIVE_C14N,
  isSignatureAlgorithm,
  keyKindOf,
  strictSignedXml,
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

/** The part of a list that its signature covers, and who signed it. */
export interface SignedList {
  readonly content: XmlDocument;
  /** SHA-256 over what was signed. */
  readonly sha256: string;
  readonly signer: X509Certificate;
}

/** Reads XML within limits and without document type; nothing in it is trusted yet. */
export function readUnverified(bytes: Uint8Array): XmlDocument {
  try {
    return readXml(bytes, LIMITS);
  } catch (error) {
    if (error instanceof XmlRefusal) throw new ListRefusal(`it ${error.reason}`);
    throw error;
  }
}

/**
 * Verifies the signature of a list (ETSI TS 119 612, annex B: XAdES, enveloped, over the whole list) by one of the
 * certificates that may sign it. What is returned is read from the bytes that were digested, not from the document: an
 * element that the signature does not cover is never seen.
 */
export function verifyList(bytes: Uint8Array, signers: readonly X509Certificate[]): SignedList {
  readUnverified(bytes);
  const xml = new TextDecoder('utf-8').decode(bytes);
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const [signature, ...others] = childrenNamed(root, 'Signature');
  if (signature === undefined) throw new ListRefusal('it has no signature');
  if (others.length > 0) throw new ListRefusal('it has more than one signature');
  const signer = signerOf(signature, signers);
  checkMethods(signature, signer);
  checkReferences(signature, root);
  const signed = strictSignedXml({ publicCert: signer.publicKey.export({ format: 'pem', type: 'spki' }) });
  const [content = ''] = verified(() => {
    signed.loadSignature(signature);
    return signed.checkSignature(xml) ? signed.getSignedReferences() : [];
  });
  const document = readUnverified(Buffer.from(content));
  const isRoot = document.root.name === root.localName && document.namespace === root.namespaceURI;
  if (!isRoot) throw new ListRefusal('its signature does not cover the list');
  return { content: document, sha256: createHash('sha256').update(content).digest('hex'), signer };
}

function verified(check: () => string[]): string[] {
  let contents: string[] = [];
  try {
    contents = check();
  } catch {
    // The library throws for a wrong signature value. Its texts quote the document.
  }
  if (contents.length === 0) throw new ListRefusal('its signature is not valid');
  return contents;
}

/** The certificate in the signature, which must be one of those that may sign. */
function signerOf(signature: Element, signers: readonly X509Certificate[]): X509Certificate {
  const sent = Array.from(signature.getElementsByTagNameNS(XMLDSIG, 'X509Certificate'), ({ textContent }) =>
    Buffer.from(textContent ?? '', 'base64').toString('hex'),
  );
  const signer = signers.find(({ raw }) => sent.includes(raw.toString('hex')));
  if (signer === undefined) throw new ListRefusal('it was signed by none of the certificates that may sign it');
  return signer;
}

function checkMethods(signature: Element, signer: X509Certificate): void {
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
}

/** The first reference is the whole list without the signature; others are parts of the signature itself. */
function checkReferences(signature: Element, root: Element): void {
  const references = childrenNamed(signature, 'SignedInfo').flatMap((info) => childrenNamed(info, 'Reference'));
  const [whole, ...others] = references;
  const own = root.getAttribute('Id');
  const names = ['', ...(own === null || own === '' ? [] : [`#${own}`])];
  if (whole === undefined || !names.includes(whole.getAttribute('URI') ?? 'none')) {
    throw new ListRefusal('its signature does not cover the list');
  }
  if (transformsOf(whole).join(' ') !== `${ENVELOPED} ${EXCLUSIVE_C14N}`) {
    throw new ListRefusal('its signature covers the list in a form that is not accepted');
  }
  const areProperties = others.every(
    (other) =>
      other.getAttribute('Type') === SIGNED_PROPERTIES &&
      transformsOf(other).every((transform) => [EXCLUSIVE_C14N, INCLUSIVE_C14N].includes(transform)),
  );
  if (others.length !== 1 || !areProperties) {
    throw new ListRefusal('its signature does not cover its properties (XAdES), or covers something else');
  }
}

function transformsOf(reference: Element): string[] {
  return childrenNamed(reference, 'Transforms').flatMap((transforms) =>
    childrenNamed(transforms, 'Transform').map((transform) => transform.getAttribute('Algorithm') ?? ''),
  );
}

function algorithmIn(element: Element, name: string): string {
  return childrenNamed(element, name)[0]?.getAttribute('Algorithm') ?? '';
}

function childrenNamed(element: Element, name: string): Element[] {
  const children = Array.from(element.childNodes) as Element[];
  return children.filter((child) => child.localName === name && child.namespaceURI === XMLDSIG);
}
