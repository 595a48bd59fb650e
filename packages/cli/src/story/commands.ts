import { command } from '../command/command.ts';
import { DATABASE_UNAVAILABLE, DATABASES } from '../command/common.ts';

export const STORY = command({
  about: 'shows the history of a payment, signing basket or consent, in order',
  details:
    'Statuses, authorisations, messages to the bank and between services, notifications, and their traces. No account,\nname or amount.',
  arguments: { id: { about: 'Id of the resource, or of one of its authorisations.' } },
  options: { html: { about: 'Prints a page.' } },
  examples: [
    'story 3f0a3c0e-6f1c-4d7b-9a55-0d7f6a1f2b3c',
    'story 3f0a3c0e-6f1c-4d7b-9a55-0d7f6a1f2b3c --html > story.html',
  ],
  variables: { ...DATABASES, TRACE_URL: 'Address of a trace in your trace store, with {traceId} in it.' },
  exits: {
    1: {
      means: 'there is no such id',
      next: 'Take the id from an answer to the TPP: paymentId, basketId, consentId or authorisationId.',
    },
    3: DATABASE_UNAVAILABLE,
  },
  load: async () => (await import('./tell-story.ts')).tellStory,
});
