import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tpp } from '@xs2a/contracts';

/** Facts about a request that this service knows beyond those that the authorisation server reads itself. */
export interface PresentRequest {
  /** Caller according to its certificate; undefined for a browser. */
  readonly tpp?: Tpp;
  /** As base64 of its DER. */
  readonly certificate?: string;
  /** Whether the browser may be sent to an address of the TPP. */
  readonly mayRedirectTo: (uri: string) => boolean;
  /** Takes what went wrong here: another service that is away, or a fault. */
  readonly failWith: (error: Error) => void;
}

export const presentRequest = new AsyncLocalStorage<PresentRequest>();
