/** Why a message is refused, and where. Neither `reason` nor `path` holds anything of its content. */
export class XmlRefusal extends Error {
  readonly reason: string;
  /** The element: `/Document/BkToCstmrStmt/Stmt/Ntry[3]/Amt`. */
  readonly path: string | undefined;
  /** From 1 on. */
  readonly line: number | undefined;

  constructor(reason: string, { path, line }: { path?: string | undefined; line?: number | undefined } = {}) {
    super([path, line === undefined ? undefined : `(line ${line})`, reason].filter(Boolean).join(' '));
    this.name = 'XmlRefusal';
    this.reason = reason;
    this.path = path;
    this.line = line;
  }
}
