export { answerOcsp, type OcspSays } from './answer-ocsp.ts';
export { issueByHand, type PairOrder } from './issue-by-hand.ts';
export type { Issued, KeyKind } from './issued.ts';
export { namesHost } from './names-host.ts';
export {
  type OcspAnswer,
  type OcspQuestion,
  ocspUrlOf,
  readOcspResponse,
  writeOcspRequest,
} from './ocsp.ts';
export type { PspRole, QcType } from './psd2-statement.ts';
export { readTppCertificate, type TppCertificate, thumbprintOf } from './read-certificate.ts';
export { type RevocationList, readRevocations } from './read-revocations.ts';
export { revokeByHand } from './revoke-by-hand.ts';
export { sandboxFiles } from './sandbox-files.ts';
export { SANDBOX_TPP, SANDBOX_TPPS, type SandboxTpp } from './sandbox-tpps.ts';
export { issueToOneself, TestAuthority, type TppOrder, type Validity } from './test-authority.ts';
export { writeSandboxCertificates } from './write-sandbox-certificates.ts';
