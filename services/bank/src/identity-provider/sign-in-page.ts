/** The sign-in of the sandbox's identity provider, without a script. */
export function signInPage(uid: string, hasFailed: boolean): string {
  const failure = hasFailed
    ? '<p role="alert">User ID or password is wrong. / Korisnička oznaka ili lozinka nije ispravna.</p>'
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox bank: sign in</title></head>
<body>
<h1>Sandbox bank</h1>
<p>This is the identity provider of the sandbox, in place of the online banking of a bank.</p>
${failure}
<form method="post" action="/sign-in/${uid}">
<p><label>User ID <input name="psuId" required maxlength="100" autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password" required maxlength="200" autocomplete="current-password"></label></p>
<p><button>Sign in</button></p>
</form>
<p><a href="/sign-in/${uid}/cancel">Cancel</a></p>
</body>
</html>
`;
}
