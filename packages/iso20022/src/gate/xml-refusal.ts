/** Maximum number of faults in one refusal. A message with more has a more general fault. */
export const XML_FAULTS_MAX = 10;

interface Place {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

/** Fault of one element of a message. */
export interface XmlFault extends Place {
  readonly reason: string;
}

/** A refused message. `path` and `reason` repeat only element names and the namespace from the message. */
export class XmlRefusal extends Error {
  readonly reason: string;
  /** Path of the element: `/Document/BkToCstmrStmt/Stmt/Ntry[3]/Amt`. */
  readonly path: string | undefined;
  /** Counted from 1. */
  readonly line: number | undefined;
  /** Further faults of the message, in document order. */
  readonly others: readonly XmlFault[];

  constructor(reason: string, { path, line, others = [] }: Place & { others?: readonly XmlFault[] | undefined } = {}) {
    super([path, line === undefined ? undefined : `(line ${line})`, reason].filter(Boolean).join(' '));
    this.name = 'XmlRefusal';
    this.reason = reason;
    this.path = path;
    this.line = line;
    this.others = others;
  }
}

/** Throws a refusal with all faults; returns if there are none. */
export function refuseXmlFaults(faults: readonly XmlFault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined)
    throw new XmlRefusal(first.reason, { ...first, others: others.slice(0, XML_FAULTS_MAX - 1) });
}

/** Faults of a refusal, its main one first. */
export function xmlFaultsOf({ reason, path, line, others }: XmlRefusal): XmlFault[] {
  return [{ reason, path, line }, ...others];
}

/** Whether elements are missing or out of place, so that the elements after them cannot be checked. */
export function isStructural({ reason }: XmlFault): boolean {
  return /^(?:is not expected here|lacks |must have elements in it|does not fit the schema$)/.test(reason);
}
