import { EXIT_CODES } from '@xs2a/service-kit';
import type { Place } from '../command/command.ts';
import { openDatabases } from '../command/open-databases.ts';
import { collectStory, STORY_SERVICES } from './collect-story.ts';
import { asHtml, asText } from './write-story.ts';

interface Asked {
  readonly id: string;
  readonly html: boolean;
  readonly json: boolean;
}

export async function tellStory({ id, html, json }: Asked, place: Place): Promise<number | undefined> {
  await using opened = await openDatabases(place, 'story', STORY_SERVICES);
  const story = await collectStory(opened.databases, id);
  if (story === undefined) {
    process.stderr.write(`There is no payment, basket, consent or authorisation ${id}.\n`);
    return EXIT_CODES.failed;
  }
  if (json) process.stdout.write(`${JSON.stringify(story, undefined, 2)}\n`);
  else process.stdout.write(html ? asHtml(story, process.env['TRACE_URL']) : asText(story));
  return undefined;
}
