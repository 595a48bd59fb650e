export { authority, leaf, makeAuthorities, type TestAuthorities, type TestChain } from './authorities.ts';
export { CORRECT_CHAINS } from './correct-chains.ts';
export type { TestCertificate } from './make-certificate.ts';
export { MALICIOUS_CHAINS } from './malicious-chains.ts';
