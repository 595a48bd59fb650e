import 'reflect-metadata';
import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  BasicOCSPResponse,
  CertID,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  Request,
  type SingleResponse,
  TBSRequest,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate, Extension } from '@peculiar/asn1-x509';

/** Object identifiers (RFC 6960, 4.4.1 and 4.2.2.2). SHA-1 only identifies a certificate there (RFC 5019, 2.1.1). */
export const NONCE = '1.3.6.1.5.5.7.48.1.2';
const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const SHA1 = '1.3.14.3.2.26';
/** Signature algorithms that are accepted; none with SHA-1. */
const HASHES = new Map([
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
]);
/** Maximum difference between the clocks of a responder and this machine. */
const SKEW_MS = 60_000;
/**
 * Maximum age of a response without `nextUpdate`. Such a responder has newer information at any time (RFC 6960, 4.2.2.1); an hour
 * allows for caches in between. An older stored response could hide a revocation (RFC 6960, 3.2, point 5).
 */
const AGE_MS_MAX = 3_600_000;

interface OcspQuestion {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
  /** Unique to this request. A response with another nonce is refused; one without is accepted, because many responders sign in advance. */
  readonly nonce: Buffer;
}

export interface OcspAnswer {
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly nextUpdate?: Date;
}

/** First http(s) address of the issuer's OCSP responder; undefined if the certificate has none. */
export function ocspUrlOf({ infoAccess }: Pick<X509Certificate, 'infoAccess'>): string | undefined {
  const [, url] = /^OCSP - URI:(https?:\/\/[\x21-\x7e]+)$/m.exec(infoAccess ?? '') ?? [];
  return url !== undefined && URL.canParse(url) ? url : undefined;
}

/** Writes the OCSP request for one certificate (RFC 6960, 4.1). */
export function writeOcspRequest({ certificate, issuer, nonce }: OcspQuestion): Buffer {
  const named = new Request({ reqCert: nameOf(certificate, issuer) });
  const extnValue = new OctetString(AsnConvert.serialize(new OctetString(nonce)));
  const tbsRequest = new TBSRequest({
    requestList: [named],
    requestExtensions: [new Extension({ extnID: NONCE, extnValue })],
  });
  return Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest })));
}

/** Reads a response. Throws if it is malformed, not signed by an authorised responder, for another request, or out of date. */
export function readOcspResponse(der: Buffer, question: OcspQuestion, now: Date): OcspAnswer {
  const { responseStatus, responseBytes } = AsnConvert.parse(der, OCSPResponse);
  if (responseStatus !== OCSPResponseStatus.successful || responseBytes?.responseType !== BASIC_RESPONSE) {
    throw new Error('the responder has not answered the request');
  }
  const basic = AsnConvert.parse(responseBytes.response, BasicOCSPResponse);
  checkSignature(basic, question.issuer, now);
  const { responses, responseExtensions = [] } = basic.tbsResponseData;
  const nonce = responseExtensions.find(({ extnID }) => extnID === NONCE);
  const sent = nonce && AsnConvert.parse(nonce.extnValue.buffer, OctetString);
  if (sent !== undefined && !Buffer.from(sent.buffer).equals(question.nonce))
    throw new Error('the response belongs to another request');
  const name = Buffer.from(AsnConvert.serialize(nameOf(question.certificate, question.issuer)));
  const answer = responses.find(({ certID }) => Buffer.from(AsnConvert.serialize(certID)).equals(name));
  if (answer === undefined) throw new Error('the response is about another certificate');
  const { thisUpdate, nextUpdate } = answer;
  if (thisUpdate.getTime() > now.getTime() + SKEW_MS) throw new Error('the response is from the future');
  const countsUntil = nextUpdate?.getTime() ?? thisUpdate.getTime() + AGE_MS_MAX;
  if (countsUntil < now.getTime() - SKEW_MS) throw new Error('the response is out of date');
  return { status: statusOf(answer), ...(nextUpdate !== undefined && { nextUpdate }) };
}

function statusOf({ certStatus }: SingleResponse): OcspAnswer['status'] {
  if (certStatus.revoked !== undefined) return 'revoked';
  return certStatus.good === undefined ? 'unknown' : 'good';
}

function nameOf(certificate: X509Certificate, issuer: X509Certificate): CertID {
  const { tbsCertificate: own } = AsnConvert.parse(certificate.raw, Certificate);
  const { tbsCertificate: above } = AsnConvert.parse(issuer.raw, Certificate);
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA1, parameters: null }),
    issuerNameHash: sha1(AsnConvert.serialize(above.subject)),
    issuerKeyHash: sha1(above.subjectPublicKeyInfo.subjectPublicKey),
    serialNumber: own.serialNumber,
  });
}

function sha1(bytes: ArrayBuffer): OctetString {
  return new OctetString(createHash('sha1').update(Buffer.from(bytes)).digest());
}

/** Signed by the issuer, or by a responder with a certificate that the issuer issued for that purpose (RFC 6960, 4.2.2.2). */
function checkSignature(basic: BasicOCSPResponse, issuer: X509Certificate, now: Date): void {
  const { tbsResponseDataRaw, signatureAlgorithm, signature, certs = [] } = basic;
  const hash = HASHES.get(signatureAlgorithm.algorithm);
  if (hash === undefined || tbsResponseDataRaw === undefined)
    throw new Error('the signature algorithm is not accepted');
  const appointed = certs
    .map((certificate) => new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))))
    .filter((certificate) => isAppointed(certificate, issuer, now));
  const isSigned = [issuer, ...appointed].some(({ publicKey }) =>
    verify(hash, Buffer.from(tbsResponseDataRaw), publicKey, Buffer.from(signature)),
  );
  if (!isSigned) throw new Error('the response is not signed by an authorised responder');
}

function isAppointed(certificate: X509Certificate, issuer: X509Certificate, now: Date): boolean {
  const isForThis = certificate.keyUsage?.includes(OCSP_SIGNING) ?? false;
  const isInTime = now >= certificate.validFromDate && now <= certificate.validToDate;
  return isForThis && isInTime && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
