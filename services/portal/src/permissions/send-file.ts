import { readLogin, signedInPsuOf } from '../login/read-login.ts';
import type { Visit } from '../visits/open-visit.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { permissionsFile } from './permissions-file.ts';
import { readAll } from './read-lists.ts';

/** All permissions and standing orders as a file for a program for tables. */
export async function sendPermissionsFile(visit: Visit): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { response, visitor } = visit;
  const { permissions, orders, hasMore } = await readAll(visit, signedIn);
  const content = permissionsFile([...permissions, ...orders], visitor.words, hasMore);
  response.attachment(`${visitor.words.permissions.fileName}.csv`).type('text/csv; charset=utf-8').send(content);
}
