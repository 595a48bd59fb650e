export const enHome = {
  heading: 'Approve access and payments safely',
  text: 'You come here when an application asks for access to your accounts or prepares a payment for you. The request opens automatically; you do not need to enter anything here.',
  points: [
    {
      title: 'You see everything first',
      text: 'Who makes the request, for which accounts or for which amount and payee, and until when.',
    },
    {
      title: 'You decide',
      text: 'A request is approved only with your sign-in and a confirmation that is valid for this request alone.',
    },
    {
      title: 'You stay in control',
      text: 'You can decline a request without consequences, and withdraw a permission whenever you like.',
    },
  ],
  permissions: {
    title: 'Who may view your accounts?',
    text: 'See your permissions, and withdraw them whenever you like.',
  },
  openPermissions: 'My permissions',
};
