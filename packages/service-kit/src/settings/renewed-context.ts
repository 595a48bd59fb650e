import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';

/** Files (PEM) of the authorities that a server is verified against, and of the own certificate and its key. */
export interface TlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * A secure context that reads its files again for each connection: clients of MongoDB and of collectors
 * of traces read files once, when they are created.
 * While the files do not fit each other, since they are just being replaced, connections are made with the previous ones.
 */
export function renewedContext(files: TlsFiles): SecureContext {
  const read = (): SecureContext => createSecureContext(contentOf(files));
  let last = read();
  return {
    get context(): unknown {
      try {
        last = read();
      } catch {
        // The gauge of certificates shows that they end.
      }
      return last.context;
    },
  };
}

function contentOf(files: TlsFiles): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, path]: [string, string | undefined]) =>
      path === undefined ? [] : [[name, readFileSync(path)]],
    ),
  );
}
