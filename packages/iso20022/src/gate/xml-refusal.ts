/** Faults of one message that a refusal names. A message with more has something else wrong with it. */
export const XML_FAULTS_MAX = 10;

interface Place {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

/** Fault of one element of a message. */
export interface XmlFault extends Place {
  readonly reason: string;
}

/** Reason and place of a refusal. `path` and `reason` repeat only names of elements and the namespace from the message. */
export class XmlRefusal extends Error {
  readonly reason: string;
  /** The element: `/Document/BkToCstmrStmt/Stmt/Ntry[3]/Amt`. */
  readonly path: string | undefined;
  /** From 1 on. */
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

/** Refuses with all faults that were found; returns where there are none. */
export function refuseXmlFaults(faults: readonly XmlFault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined)
    throw new XmlRefusal(first.reason, { ...first, others: others.slice(0, XML_FAULTS_MAX - 1) });
}

/** The faults that a refusal names, the first one first. */
export function xmlFaultsOf({ reason, path, line, others }: XmlRefusal): XmlFault[] {
  return [{ reason, path, line }, ...others];
}

/** Whether elements are missing or out of place: of what follows, no check could tell whether it is wrong. */
export function isOfStructure({ reason }: XmlFault): boolean {
  return /^(?:is not expected here|lacks |must have elements in it|does not fit the schema$)/.test(reason);
}
