#!/usr/bin/env bash
# Builds the connector and runs the connector check against it, on a bus and with data of its own.
# Needs a JDK of 17 or newer and Maven; nats-server is taken from NATS_SERVER, .local/bin or PATH.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
port=${PORT:-4339}
server=${NATS_SERVER:-$([ -x "$root/.local/bin/nats-server" ] && echo "$root/.local/bin/nats-server" || echo nats-server)}

(cd "$here" && mvn --quiet --batch-mode package)
(cd "$root" && npm run --silent xs2a -- connector check --help >/dev/null) # Installed before the connector begins to tell.
data=$(mktemp -d)
"$server" -a 127.0.0.1 -p "$port" 2>"$data/nats.log" &
bus=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.1; done
begin() {
  NATS_URL="nats://127.0.0.1:$port" SANDBOX=true DATA="$data/bank" \
    java -cp "$here/target/connector.jar:$here/target/dependency/*" connector.Connector "$@" >"$data/connector.log" &
  connector=$!
  until grep -q 'connector ready' "$data/connector.log"; do
    kill -0 "$connector" || { cat "$data/connector.log"; exit 1; }
    sleep 0.1
  done
}
connector=
trap 'kill $connector "$bus" 2>/dev/null; wait 2>/dev/null; rm -rf "$data"' EXIT
begin
cd "$root"
check() { npm run --silent xs2a -- connector check --nats "nats://127.0.0.1:$port" "$@"; }
check --facts "$here/facts.yaml"

# The company, whose account two must sign for.
sed 's/psu-ana/psu-eva/; s/HR1699900131100000019/HR1899900131300000015/' "$here/facts.yaml" >"$data/company.yaml"
check --facts "$data/company.yaml" --only psu

# A statement, and the same one again.
statement() {
  DATA="$data/bank" java -cp "$here/target/connector.jar:$here/target/dependency/*" connector.Camt \
    "$root/examples/durable-connector/sample-statement.xml"
}
statement | grep ': 2 new entries'
statement | grep ': 0 new entries'

# The database of the service was lost: everything once more, which the check takes for the first time.
kill "$connector"
wait "$connector" || true
begin --tell-again
check --facts "$here/facts.yaml" --only feed
