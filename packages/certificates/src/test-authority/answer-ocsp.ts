import 'reflect-metadata';
import { createHash, sign, X509Certificate } from 'node:crypto';
import {
  BasicOCSPResponse,
  CertStatus,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import { NONCE, type OcspAnswer } from '../revocation/ocsp.ts';
import type { IssuedCertificate } from './issued-certificate.ts';

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

export interface OcspResponseOptions extends OcspAnswer {
  readonly thisUpdate: Date;
  /** Whether the nonce of the request is returned. */
  readonly withNonce: boolean;
  /** Delegated responder (RFC 6960, 4.2.2.2); its certificate is part of the response. */
  readonly delegatedResponder?: IssuedCertificate;
}

/** Returns the OCSP response of a test authority, as sent over HTTP. */
export function answerOcsp(authority: IssuedCertificate, request: Buffer, options: OcspResponseOptions): Buffer {
  const { tbsRequest } = AsnConvert.parse(request, OCSPRequest);
  const signer = options.delegatedResponder ?? authority;
  const responses = tbsRequest.requestList.map(
    ({ reqCert: certID }) =>
      new SingleResponse({
        certID,
        certStatus: statusOf(options),
        thisUpdate: options.thisUpdate,
        ...(options.nextUpdate !== undefined && { nextUpdate: options.nextUpdate }),
      }),
  );
  const nonce = tbsRequest.requestExtensions?.filter(({ extnID }) => extnID === NONCE) ?? [];
  const tbsResponseData = new ResponseData({
    responderID: new ResponderID({ byKey: keyHashOf(signer) }),
    producedAt: options.thisUpdate,
    responses,
    ...(options.withNonce && { responseExtensions: nonce }),
  });
  const tbs = Buffer.from(AsnConvert.serialize(tbsResponseData));
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 }),
    signature: bytesOf(sign('sha256', tbs, signer.key)),
    ...(options.delegatedResponder !== undefined && {
      certs: [AsnConvert.parse(new X509Certificate(options.delegatedResponder.certificate).raw, Certificate)],
    }),
  });
  const response = new OctetString(AsnConvert.serialize(basic));
  const responseBytes = new ResponseBytes({ responseType: BASIC_RESPONSE, response });
  const answer = new OCSPResponse({ responseStatus: OCSPResponseStatus.successful, responseBytes });
  return Buffer.from(AsnConvert.serialize(answer));
}

function statusOf({ status, thisUpdate }: OcspResponseOptions): CertStatus {
  if (status === 'revoked') return new CertStatus({ revoked: new RevokedInfo({ revocationTime: thisUpdate }) });
  return new CertStatus(status === 'good' ? { good: null } : { unknown: null });
}

function keyHashOf({ certificate }: IssuedCertificate): OctetString {
  const parsed = AsnConvert.parse(new X509Certificate(certificate).raw, Certificate);
  const key = Buffer.from(parsed.tbsCertificate.subjectPublicKeyInfo.subjectPublicKey);
  return new OctetString(createHash('sha1').update(key).digest());
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
