// Tells everything that is stored about one payment, signing basket or consent, in the order in which it happened:
//   npm run story -- <id>                        its id, or that of one of its authorisations
//   npm run story -- <id> --html > story.html    as a page
//   npm run story -- <id> --json
// Statuses, authorisations, messages to the bank and between services, notifications, and the traces they belong to. No account,
// name or amount. MONGO_URL and MONGO_URL_PAYMENTS and so on are the addresses of the databases, MONGO_DATABASE_PAYMENTS and so on
// their names. TRACE_URL is the address of a trace in your trace store, with {traceId} in it.
// Exits with 0; 1 if there is no such id; 2 if it cannot look.
import { readArguments } from '../read-arguments.ts';
import { collectStory, STORY_SERVICES } from './collect-story.ts';
import { readDatabases } from './read-databases.ts';
import { asHtml, asText } from './write-story.ts';

const { values, positionals } = readArguments(import.meta.filename, {
  options: { html: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [id, ...others] = positionals;
try {
  if (id === undefined || others.length > 0) throw new Error('npm run story -- <id>');
  await using opened = readDatabases(STORY_SERVICES, 'story');
  const story = await collectStory(opened.databases, id);
  if (story === undefined) {
    process.stderr.write(`There is no payment, basket, consent or authorisation ${id}.\n`);
    process.exitCode = 1;
  } else if (values.json) process.stdout.write(`${JSON.stringify(story, undefined, 2)}\n`);
  else process.stdout.write(values.html ? asHtml(story, process.env['TRACE_URL']) : asText(story));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
