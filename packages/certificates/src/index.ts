export { ISSUERS_SENT_MAX, isValidAt, type PathOptions, type PathResult, validatePath } from './path/validate-path.ts';
export {
  findInRegister,
  type Register,
  type RegisterEntry,
  type RegisterFinding,
  readRegister,
  reduceRegister,
} from './register/read-register.ts';
export {
  type OcspAnswer,
  ocspUrlOf,
  readOcspResponse,
  writeOcspRequest,
} from './revocation/ocsp.ts';
export {
  type RevocationList,
  readPublishedList,
  readRevocations,
  revocationListUrlOf,
} from './revocation/read-revocations.ts';
export { type DeveloperCertificateOrder, issueDeveloperCertificate } from './sandbox/issue-developer-certificate.ts';
export {
  issueServerCertificate,
  type ServerCertificateFiles,
  serverCertificateFiles,
} from './sandbox/issue-server-certificate.ts';
export { revokeDeveloperCertificate } from './sandbox/revoke-developer-certificate.ts';
export { sandboxFiles, sandboxTlsVariables, testAuthorityVariables } from './sandbox/sandbox-files.ts';
export { SANDBOX_TPP, SANDBOX_TPPS, type SandboxTpp } from './sandbox/sandbox-tpps.ts';
export { writeSandboxCertificates } from './sandbox/write-sandbox-certificates.ts';
export { answerOcsp, type OcspResponseOptions } from './test-authority/answer-ocsp.ts';
export type { IssuedCertificate, KeyKind } from './test-authority/issued-certificate.ts';
export {
  issueSelfSigned,
  TestAuthority,
  type TppCertificateOptions,
  type Validity,
} from './test-authority/test-authority.ts';
export { namesHost } from './tpp/names-host.ts';
export { type PspRole, QC_TYPE_NAMES, type QcType } from './tpp/psd2-statement.ts';
export { readCertificate, readTppCertificate, type TppCertificate, thumbprintOf } from './tpp/read-certificate.ts';
