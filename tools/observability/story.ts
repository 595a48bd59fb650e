// Tells everything that is stored about one payment, signing basket or consent, in the order in which it happened:
//   npm run story -- <id>                        its id, or that of one of its authorisations
//   npm run story -- <id> --html > story.html    as a page
//   npm run story -- <id> --json
// Statuses, authorisations, messages to the bank and between services, notifications, and the traces they belong to. No account,
// name or amount. MONGO_URL is the address of the databases; MONGO_URL_PAYMENTS and so on that of one of them. MONGO_DATABASE_PAYMENTS
// and so on override their names. The operator's user is in the variables that services have. Without any it is `npm start` in this
// folder. TRACE_URL is the address of a trace in your trace store, with {traceId} in it.
// Exits with 0; 1 if there is no such id; 2 where an argument is wrong, 3 where the database does not answer.
import { EXIT_CODES } from '@xs2a/service-kit';
import { openDatabases } from '../command/open-databases.ts';
import { readArguments } from '../command/read-arguments.ts';
import { runToEnd, UnusableArguments } from '../command/run-to-end.ts';
import { collectStory, STORY_SERVICES } from './collect-story.ts';
import { asHtml, asText } from './write-story.ts';

const { values, positionals } = readArguments(import.meta.filename, {
  options: { html: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [id, ...others] = positionals;
await runToEnd(async () => {
  if (id === undefined || others.length > 0) throw new UnusableArguments('npm run story -- <id>');
  await using opened = await openDatabases('story', STORY_SERVICES);
  const story = await collectStory(opened.databases, id);
  if (story === undefined) {
    process.stderr.write(`There is no payment, basket, consent or authorisation ${id}.\n`);
    return EXIT_CODES.failed;
  }
  if (values.json) process.stdout.write(`${JSON.stringify(story, undefined, 2)}\n`);
  else process.stdout.write(values.html ? asHtml(story, process.env['TRACE_URL']) : asText(story));
  return EXIT_CODES.done;
});
