import type { ScaContent } from '@xs2a/contracts';

/** How a page that ends the way is called; `partly`: other people must approve too. */
export type Ending = 'approved' | 'partly' | 'exempted' | 'declined' | 'notApproved';

export interface Message {
  readonly title: string;
  readonly text: string;
}

/** What is said at the steps of proving who one is. */
export interface ProofWords {
  readonly review: string;
  readonly code: string;
  /** What to compare with the message that came with the code. */
  readonly compare: string;
  readonly submit: string;
}

/** What is said of one kind of content. */
interface ApprovalWords extends ProofWords {
  /** Over the summary. */
  readonly title: string;
  readonly lead: (tpp: string) => string;
  readonly declineHint: string;
  readonly endings: Readonly<Record<Ending, Message>>;
}

/** A language without a word for a kind does not compile. */
export type Approvals = Readonly<Record<ScaContent['kind'], ApprovalWords>>;
