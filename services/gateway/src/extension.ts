import type { Blocklist } from './blocklist/blocklist.ts';
import type { CertificateValidator } from './certificates/certificate-validator.ts';
import type { TppRegister } from './certificates/tpp-register.ts';
import type { Call } from './request/call.ts';

/** Extends the gateway: in the sandbox, callers without a certificate and the request log (decision 115). Absent in production. */
export interface GatewayExtension {
  /** Recognises callers without a certificate on the plain listener. Absent where they are refused. */
  readonly withoutCertificate?: {
    /** Identifies the TPP of a call. */
    readonly identify: (call: Call, identities: IdentitySources) => void | Promise<void>;
    /** Returns the caller for its fair share, if a call names one. */
    readonly callerOf: (call: Call) => string | undefined;
  };
  /** Observes a call of an identified TPP, and its answer. */
  readonly observe: (call: Call) => void;
}

export interface IdentitySources {
  readonly certificates: CertificateValidator;
  readonly tppRegister: TppRegister;
  readonly blocklist: Blocklist;
}
