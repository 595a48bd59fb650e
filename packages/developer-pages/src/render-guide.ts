import { readFileSync } from 'node:fs';
import { href } from '@xs2a/contracts';
import { Eta } from 'eta';
import { Marked, type Token, type Tokens } from 'marked';
import { dayFrom } from './days/day-from.ts';
import { setupCommands } from './journeys/journeys.ts';
import type { Reader } from './reader.ts';
import { bulkMessage } from './samples/bulk-message.ts';
import { LANGUAGES } from './samples/languages.ts';
import { sampleProgram, sampleSections } from './samples/sample-programs.ts';
import { certificateFiles, certificateOptions, registered } from './signatures/certificate-commands.ts';
import { exampleCommands, exampleValues, sendSigned } from './signatures/signing-commands.ts';

/** Markdown escapes the content of code. */
const eta = new Eta({ autoEscape: false, autoTrim: false });
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Commands have a copy button; wide tables scroll separately, and on a phone each cell shows its column. */
const markdown = new Marked({
  renderer: {
    code({ text, lang }: Tokens.Code): string {
      const code = `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
      if (lang === 'json' || lang === 'text') return code;
      return `<div class="command">\n<button type="button" class="copy" data-copy hidden>Copy</button>\n${code}\n</div>\n`;
    },
    heading({ depth, tokens, text }: Tokens.Heading): string {
      const id = depth > 2 ? ` id="${anchorOf(text)}"` : '';
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    table(token: Tokens.Table): string {
      // With two columns, the second needs no label.
      const columns = token.header.length > 2 ? token.header.map(({ text }) => escaped(text)) : [];
      const row = (cells: readonly Tokens.TableCell[], isHead: boolean): string =>
        `<tr>${cells.map((cell, at) => cellOf(this.parser.parseInline(cell.tokens), { isHead, at, column: columns[at] })).join('')}</tr>`;

      const rows = token.rows.map((cells) => row(cells, false)).join('\n');
      const name = escaped(token.header.map(({ text }) => text).join(', '));
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table: ${name}"><table>\n<thead>${row(token.header, true)}</thead>\n<tbody>${rows}</tbody>\n</table></div>\n`;
    },
  },
});

function cellOf(html: string, cell: { isHead: boolean; at: number; column: string | undefined }): string {
  if (cell.isHead) return `<th scope="col">${html}</th>`;
  if (cell.at === 0) return `<th scope="row">${html}</th>`;
  return cell.column === undefined ? `<td>${html}</td>` : `<td data-column="${cell.column}">${html}</td>`;
}

interface RenderedGuide {
  readonly opening: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly html: string }[];
}

/** Renders a guide in Markdown with the values of this instance: the text before the first section, and the sections. */
export function renderGuide(name: string, reader: Reader): RenderedGuide {
  const source = readFileSync(new URL(`../guides/${name}.eta`, import.meta.url), 'utf8');
  const values = { ...reader, ...commandsOf(reader), preparation: setupCommands(reader) };
  const day = (ahead: number): string => dayFrom(reader, ahead);
  const tokens = markdown.lexer(eta.renderString(source, { ...values, day }));
  const parts: { heading?: Tokens.Heading; tokens: Token[] }[] = [{ tokens: [] }];
  for (const token of tokens) {
    if (isSectionHeading(token)) parts.push({ heading: token, tokens: [] });
    else parts.at(-1)?.tokens.push(token);
  }
  const [opening, ...sections] = parts.map((part) => ({ ...part, html: markdown.parser(part.tokens) }));
  return {
    opening: opening?.html ?? '',
    sections: sections.map(({ heading, html }) => ({
      id: anchorOf(heading?.text ?? ''),
      title: heading?.text ?? '',
      html,
    })),
  };
}

/** Commands that several guides share, or that are checked by their values. */
function commandsOf(reader: Reader) {
  const { origin, tlsOrigin, profile, portalUrl, isSandbox } = reader;
  const curl = LANGUAGES.find(({ id }) => id === 'curl');
  const options = certificateOptions(isSandbox);
  return {
    bulk: bulkMessage(dayFrom(reader, 0)),
    curl: curl && Object.fromEntries(sampleSections(sampleProgram(curl, reader))),
    certificateFiles: certificateFiles(),
    certificateOptions: options,
    registered: registered(portalUrl),
    signing: { commands: exampleCommands(origin, profile), values: exampleValues(profile) },
    sendSigned: sendSigned(profile, `${tlsOrigin}${href('createConsent', {})}`, options),
  };
}

function isSectionHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading' && token['depth'] === 2;
}
