type Language = 'hr' | 'en';

/** Style of the pages of the sandbox's identity provider: different from the portal, as the online banking of a bank would be. */
const STYLE = `:root { color-scheme: light dark; --ink: #1b2430; --paper: #eef2f6; --sheet: #ffffff; --edge: #6b7887; --act: #1f4b7a; --on-act: #ffffff; --bad: #9c1f1f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --paper: #10161d; --sheet: #1a222c; --edge: #8693a2; --act: #9cc4ee; --on-act: #0b1e33; --bad: #ffb3a8; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; border-radius: 1rem; background: var(--sheet); display: grid; gap: 1rem; text-wrap: pretty; }
h1, p, form { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.2; }
form { display: grid; gap: 1rem; }
label { display: grid; gap: 0.375rem; font-weight: 600; }
input, button { width: 100%; min-height: 3rem; padding: 0.5rem 0.875rem; border: 1.5px solid var(--edge); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; }
button { border: 0; background: var(--act); color: var(--on-act); font-weight: 600; cursor: pointer; }
a { color: var(--act); }
:focus-visible { outline: 3px solid #b0720c; outline-offset: 3px; }
[role="alert"] { padding-left: 0.75rem; border-left: 4px solid; color: var(--bad); font-weight: 600; }
.note { font-size: 0.9375rem; }`;

const WORDS = {
  hr: {
    heading: 'Prijava u internetsko bankarstvo',
    note: 'U testnom okruženju ova stranica zamjenjuje internetsko bankarstvo banke.',
    failed: 'Korisnička oznaka ili lozinka nije ispravna.',
    psuId: 'Korisnička oznaka',
    password: 'Lozinka',
    submit: 'Prijavi se',
    cancel: 'Odustani',
    over: 'Ova prijava više ne vrijedi',
    again: 'Vratite se na stranicu s koje ste došli i ondje počnite iznova.',
  },
  en: {
    heading: 'Sign in to online banking',
    note: 'In the sandbox, this page replaces the online banking of a bank.',
    failed: 'User ID or password is not correct.',
    psuId: 'User ID',
    password: 'Password',
    submit: 'Sign in',
    cancel: 'Cancel',
    over: 'This sign-in is over',
    again: 'Go back to where you came from and start again there.',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** Returns the first supported language: of those that the service asked for (`ui_locales`), otherwise of the browser. */
export function languageOf(...asked: readonly unknown[]): Language {
  const wanted = asked.filter((text) => typeof text === 'string').join(' ');
  return /\b(?:hr|en)\b/i.exec(wanted)?.[0].toLowerCase() === 'hr' ? 'hr' : 'en';
}

function page(language: Language, heading: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Returns the sign-in page of the sandbox's identity provider, without a script. */
export function signInPage(uid: string, language: Language, hasFailed: boolean): string {
  const words = WORDS[language];
  const wrong = hasFailed ? ' aria-invalid="true" aria-describedby="failed"' : '';
  return page(
    language,
    words.heading,
    `<p class="note">${words.note}</p>
${hasFailed ? `<p role="alert" id="failed">${words.failed}</p>` : ''}
<form method="post" action="/sign-in/${uid}">
<label>${words.psuId} <input name="psuId" required maxlength="100" autocomplete="username" autocapitalize="none" spellcheck="false"${wrong}${hasFailed ? ' autofocus' : ''}></label>
<label>${words.password} <input name="password" type="password" required maxlength="200" autocomplete="current-password"${wrong}></label>
<button>${words.submit}</button>
</form>
<p><a href="/sign-in/${uid}/cancel">${words.cancel}</a></p>`,
  );
}

/** Returns the page for a sign-in that was used, has expired, or began in another browser. */
export function signInOverPage(language: Language): string {
  return page(language, WORDS[language].over, `<p>${WORDS[language].again}</p>`);
}
