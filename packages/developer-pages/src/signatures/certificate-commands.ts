/** Command that registers a sandbox TPP with its own PSUs, and stores the answer in `sandbox.json`. */
export function registered(portalUrl: string): string {
  return `PORTAL=${portalUrl}
curl -s "$PORTAL/sandbox/api/workspaces" -H "Content-Type: application/json" -d '{ "name": "My TPP" }' > sandbox.json`;
}

/** Command that writes the certificates in `sandbox.json` to the files that all commands use. */
export function certificateFiles(): string {
  return String.raw`pem() { sed -nE 's/.*"'"$1"'":\{[^}]*"'"$2"'":"([^"]+)".*/\1/p' sandbox.json | awk '{ gsub(/\\n/, "\n"); print }'; }
pem qwac certificate > tpp.pem
pem qwac key > tpp.key
pem qseal certificate > seal.pem
pem qseal key > seal.key
sed -nE 's/.*"authority":"([^"]+)".*/\1/p' sandbox.json | awk '{ gsub(/\\n/, "\n"); print }' > ca.pem`;
}

/** curl options for the TPP's client certificate. The certificate of the sandbox server is only known to the sandbox test authority. */
export function certificateOptions(isSandbox: boolean): string {
  return `--cert tpp.pem --key tpp.key${isSandbox ? ' --cacert ca.pem' : ''}`;
}
