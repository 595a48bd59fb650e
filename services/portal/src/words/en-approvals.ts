import type { Approvals, Ending, Message } from './approval-words.ts';

const WITHDRAW = 'You can withdraw this permission at any time: here, in your permissions, or at the provider.';

/** The endings of one kind. Only titles and consequences differ between kinds. */
function endings(texts: { approved: Message; unneeded: string; nothing: string }): Readonly<Record<Ending, Message>> {
  const { approved, unneeded, nothing } = texts;
  return {
    approved,
    partly: {
      title: 'Your approval was received',
      text: 'The request is approved only when everyone whose approval is needed has approved it.',
    },
    exempted: { title: approved.title, text: unneeded },
    declined: { title: 'You have declined', text: nothing },
    notApproved: { title: 'Not approved', text: `The request ended without an approval. ${nothing}` },
  };
}

export const enApprovals: Approvals = {
  consent: {
    title: 'Requested access',
    lead: (tpp) => `${tpp} asks for your permission to view your accounts.`,
    review: 'Review the access',
    code: 'Approve the access',
    compare: (where) => `Compare what it says ${where} with the request shown here. Enter the code only if they match.`,
    submit: 'Approve access',
    declineHint: 'The provider gets no access.',
    next: (tpp) => `${tpp} may view what you approved from now on. Your permissions show what it has viewed.`,
    endings: endings({
      approved: { title: 'Access approved', text: WITHDRAW },
      unneeded: 'No further confirmation was needed for this request.',
      nothing: 'No access to your accounts was given.',
    }),
  },
  fundsConsent: {
    title: 'Requested permission',
    lead: (tpp) =>
      `${tpp} asks for your permission to check whether an amount is available on your account. The answer is only yes or no.`,
    review: 'Review the permission',
    code: 'Approve the permission',
    compare: (where) =>
      `Compare provider and account ${where} with those shown here. Enter the code only if they match.`,
    submit: 'Approve permission',
    declineHint: 'The provider gets no permission.',
    next: (tpp) => `${tpp} may ask from now on whether an amount is available. Your permissions list it.`,
    endings: endings({
      approved: { title: 'Permission given', text: WITHDRAW },
      unneeded: 'No further confirmation was needed for this request.',
      nothing: 'No permission was given.',
    }),
  },
  payment: {
    title: 'Payment',
    lead: (tpp) => `${tpp} has prepared a payment from your account. Nothing is paid before you approve it.`,
    review: 'Review the payment',
    code: 'Approve the payment',
    compare: (where) => `Compare amount and payee ${where} with those shown here. Enter the code only if they match.`,
    submit: 'Approve payment',
    declineHint: 'Nothing will be paid.',
    next: (tpp) => `The bank carries out the payment. ${tpp} and your account statement show when it is done.`,
    endings: endings({
      approved: { title: 'Payment approved', text: 'Your approval was received and the payment is being carried out.' },
      unneeded: 'This is a transfer between your own accounts: no further confirmation was needed.',
      nothing: 'Nothing was paid.',
    }),
  },
  periodicPayment: {
    title: 'Standing order',
    lead: (tpp) =>
      `${tpp} has prepared a standing order: the amount is paid repeatedly, at the times shown here. Nothing is paid before you approve it.`,
    review: 'Review the standing order',
    code: 'Approve the standing order',
    compare: (where) =>
      `Compare amount, payee and dates ${where} with those shown here. Enter the code only if they match.`,
    submit: 'Approve standing order',
    declineHint: 'The standing order is not set up.',
    next: (tpp) =>
      `The bank carries out each payment on its day. ${tpp} can cancel the standing order with your approval.`,
    endings: endings({
      approved: {
        title: 'Standing order approved',
        text: 'Your approval was received. The amount is paid at the times shown here until the standing order ends or you cancel it.',
      },
      unneeded: 'No further confirmation was needed for this standing order.',
      nothing: 'No standing order was set up.',
    }),
  },
  bulkPayment: {
    title: 'Bulk payment',
    lead: (tpp) =>
      `${tpp} has prepared several transfers in one order. You approve all of them at once; nothing is paid before.`,
    review: 'Review the bulk payment',
    code: 'Approve the bulk payment',
    compare: (where) =>
      `Compare total, number of transfers and payees ${where} with those shown here. Enter the code only if they match.`,
    submit: 'Approve bulk payment',
    declineHint: 'None of the transfers will be made.',
    next: (tpp) => `The bank carries out each transfer. ${tpp} and your account statement show when they are done.`,
    endings: endings({
      approved: {
        title: 'Bulk payment approved',
        text: 'Your approval was received and the transfers are being carried out.',
      },
      unneeded: 'No further confirmation was needed for this bulk payment.',
      nothing: 'None of the transfers was made.',
    }),
  },
  cancellation: {
    title: 'This will be cancelled',
    lead: (tpp) =>
      `${tpp} asks you to cancel an order. If you approve, the order shown here will NOT be carried out any more.`,
    review: 'Review the cancellation',
    code: 'Approve the cancellation',
    compare: (where) =>
      `Check that it says ${where} that this is a cancellation. Compare amount and payee with those shown here, and enter the code only if they match.`,
    submit: 'Approve cancellation',
    declineHint: 'The order stays as it is and will be carried out.',
    next: (tpp) => `The bank stops the order. ${tpp} shows when it is cancelled.`,
    endings: endings({
      approved: {
        title: 'Cancellation approved',
        text: 'Your approval was received and the order is being cancelled.',
      },
      unneeded: 'No further confirmation was needed for this cancellation.',
      nothing: 'The order was not cancelled: it stays as it is.',
    }),
  },
  basket: {
    title: 'Basket of orders',
    lead: (tpp) => `${tpp} asks you to approve several orders together. One approval covers everything shown here.`,
    review: 'Review the orders',
    code: 'Approve the orders',
    compare: (where) => `Compare number and totals ${where} with those shown here. Enter the code only if they match.`,
    submit: 'Approve all orders',
    declineHint: 'None of these orders will be carried out.',
    next: (tpp) => `The bank carries out each order on its day. ${tpp} shows the state of each one.`,
    endings: endings({
      approved: {
        title: 'All orders approved',
        text: 'Your approval was received for every order shown here, and the payments are being carried out.',
      },
      unneeded: 'No further confirmation was needed for these orders.',
      nothing: 'None of these orders was approved.',
    }),
  },
};
