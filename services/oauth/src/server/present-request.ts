import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tpp } from '@xs2a/contracts';

/** Facts about a request that the authorisation server does not read itself. */
export interface PresentRequest {
  /** Caller identified by its certificate; undefined for a browser. */
  readonly tpp?: Tpp;
  /** Client certificate as base64 of its DER. */
  readonly certificate?: string;
  /** Whether the browser may be sent to an address of the TPP. */
  readonly mayRedirectTo: (uri: string) => boolean;
  /** Reports a failure of this service: a fault, or another service that is unavailable. */
  readonly failWith: (error: Error) => void;
}

export const presentRequest = new AsyncLocalStorage<PresentRequest>();
