import { readLogin, type SignedInPsu, signedInPsuOf } from '../login/read-login.ts';
import { showLogin } from '../login/show-login.ts';
import { formatInstant } from '../rendering/formats.ts';
import type { Visit } from '../visits/open-visit.ts';
import { permissionsFile } from './permissions-file.ts';
import { readAllPermissions } from './read-lists.ts';

/** Sends all permissions and standing orders, as a CSV file or as a PDF document. */
export async function sendPermissionsFile(visit: Visit, format: 'csv' | 'pdf'): Promise<void> {
  const { response, visitor } = visit;
  const view = await readLogin(visit);
  const signedIn = signedInPsuOf(view);
  // A program must not mistake the sign-in page for the file; a person signs in on it.
  if (signedIn === undefined) {
    response.status(401);
    return showLogin(visit, view);
  }
  response.attachment(`${visitor.words.permissions.fileName}.${format}`);
  if (format === 'csv') response.type('text/csv; charset=utf-8').send(await table(visit, signedIn));
  else response.type('application/pdf').send(await document(visit, signedIn));
}

async function table(visit: Visit, signedIn: SignedInPsu): Promise<string> {
  const { permissions, orders, hasMore } = await readAllPermissions(visit, signedIn);
  return permissionsFile([...permissions, ...orders], visit.visitor, hasMore);
}

async function document(visit: Visit, signedIn: SignedInPsu): Promise<Buffer> {
  // Loaded with the first document: the PDF library takes 30 MB.
  const { permissionsDocument } = await import('./permissions-document.ts');
  const { visitor, context } = visit;
  const { language, words } = visitor;
  const writtenAt = formatInstant(context.now().toISOString(), language, context.profile.timeZone, 'short');
  const reader = { words, language, bankName: context.style.bankName, psuName: signedIn.psu.name, writtenAt };
  return permissionsDocument(await readAllPermissions(visit, signedIn), reader);
}
