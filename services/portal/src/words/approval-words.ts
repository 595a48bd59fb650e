import type { ScaContent } from '@xs2a/contracts';

/** Outcome of an approval. `partly`: other people must approve, too. */
export type Ending = 'approved' | 'partly' | 'exempted' | 'declined' | 'notApproved';

export interface Message {
  readonly title: string;
  readonly text: string;
}

/** The texts of the SCA steps. */
export interface ProofWords {
  readonly review: string;
  readonly code: string;
  /** Asks the PSU to compare the content beside the code in a message or on a device; `where` says which. */
  readonly compare: (where: string) => string;
  readonly submit: string;
}

/** The texts for one kind of content. */
interface ApprovalWords extends ProofWords {
  /** The title of the summary. */
  readonly title: string;
  readonly lead: (tpp: string) => string;
  readonly declineHint: string;
  /** Consequence of the approval. */
  readonly next: (tpp: string) => string;
  readonly endings: Readonly<Record<Ending, Message>>;
}

/** A language that lacks the texts of a kind does not compile. */
export type Approvals = Readonly<Record<ScaContent['kind'], ApprovalWords>>;
