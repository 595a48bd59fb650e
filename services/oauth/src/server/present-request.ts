import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tpp } from '@xs2a/contracts';

/** What this service knows of a request besides what the authorisation server reads itself. */
export interface PresentRequest {
  /** Who calls by its certificate; undefined for a browser. */
  readonly tpp?: Tpp;
  /** As base64 of its DER. */
  readonly certificate?: string;
  /** Whether the browser may be sent to an address of the TPP. */
  readonly mayRedirectTo: (uri: string) => boolean;
  /** Takes what went wrong here: another service that is away, or a fault. */
  readonly failWith: (error: Error) => void;
}

export const presentRequest = new AsyncLocalStorage<PresentRequest>();
