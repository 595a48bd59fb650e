import type { Story, StoryEvent } from './collect-story.ts';

const WAITING = 'not yet';

/** Formats a story for the terminal. */
export function asText({ title, facts, events, traceIds }: Story): string {
  const width = Math.max(...events.map(({ subject }) => subject.length));
  const lines = events.map((event) =>
    [timeOf(event).padEnd(24), event.service.padEnd(8), event.subject.padEnd(width), event.what, idsOf(event)]
      .join('  ')
      .trimEnd(),
  );
  return [
    title,
    ...facts.map(([name, value]) => `  ${name}: ${value}`),
    '',
    ...lines,
    '',
    'Traces:',
    ...traceIds.map((traceId) => `  ${traceId}`),
    '',
  ].join('\n');
}

/** Formats a story as a page. `traceUrl` is the address of a trace, with `{traceId}` in it. */
export function asHtml({ title, facts, events, traceIds }: Story, traceUrl: string | undefined): string {
  const trace = (id: string | undefined): string => {
    if (id === undefined) return '';
    const address = traceUrl?.replaceAll('{traceId}', id);
    return address === undefined ? `<code>${escape(id)}</code>` : `<a href="${escape(address)}">${escape(id)}</a>`;
  };
  const rows = events.map((event) => {
    const cells = [timeOf(event), event.service, event.subject, event.what, event.requestId ?? ''].map(escape);
    return `<tr class="${event.kind}">${cells.map((cell) => `<td>${cell}</td>`).join('')}<td>${trace(event.traceId)}</td></tr>`;
  });
  const head = ['Time', 'Service', 'Of', 'What', 'Request', 'Trace'].map((name) => `<th scope="col">${name}</th>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ccc; padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top; }
.message td { color: #245; } .notification td { color: #542; }
</style>
<h1>${escape(title)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('')}</dl>
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<h2>Traces</h2>
<ul>${traceIds.map((id) => `<li>${trace(id)}</li>`).join('')}</ul>
</html>
`;
}

function timeOf({ at }: StoryEvent): string {
  return at?.toISOString() ?? WAITING;
}

function idsOf({ requestId, traceId }: StoryEvent): string {
  return [requestId && `request ${requestId}`, traceId && `trace ${traceId}`].filter(Boolean).join('  ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
