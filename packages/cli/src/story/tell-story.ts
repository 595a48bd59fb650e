import type { CommandEnvironment, Result } from '../command/command.ts';
import { openDatabases } from '../command/open-databases.ts';
import { NotDone } from '../command/refusals.ts';
import { collectStory, STORY_SERVICES } from './collect-story.ts';
import { asHtml, asText } from './write-story.ts';

interface Asked {
  readonly id: string;
  readonly html: boolean;
}

export async function tellStory({ id, html }: Asked, environment: CommandEnvironment): Promise<Result> {
  await using opened = await openDatabases(environment, 'story', STORY_SERVICES);
  const story = await collectStory(opened.databases, id);
  if (story === undefined) {
    throw new NotDone(`There is no payment, basket, consent or authorisation ${id}.`);
  }
  return { text: html ? asHtml(story, process.env['TRACE_URL']) : asText(story), document: story };
}
