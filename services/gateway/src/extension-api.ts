// Exports for extensions of the gateway.
export { applyWhenResolved, tppOf } from './checks/caller/tpp-identity.ts';
export type { GatewayConfig } from './config.ts';
export { createContext, type GatewayContext } from './context.ts';
export type { GatewayExtension, IdentitySources } from './extension.ts';
export { readOpenApi } from './published-files.ts';
export { type Call, headerOf } from './request/call.ts';
export { service as gateway } from './service.ts';
export { readSigningCertificate } from './signatures/signing-certificate.ts';
