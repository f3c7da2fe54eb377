#!/bin/sh
# Makes .env and the files of secrets/ that are missing, and changes none that are there. Values that the shell or .env have
# under the names of the variables are taken over: a site that runs keeps its keys.
set -eu
cd "$(dirname "$0")/.."
[ -f .env ] || cp .env.example .env
mkdir -p secrets
chmod 700 secrets

# The value of a variable: from the shell, else from .env.
value_of() {
  eval "value=\${$1:-}"
  [ -n "$value" ] || value=$(sed -n "s/^$1=//p" .env | tail -n 1)
  printf %s "$value"
}

keep() {
  [ ! -s "secrets/$1" ] || return 0
  printf %s "$2" > "secrets/$1"
  # The users of the containers read it; the folder is closed to the others of this machine.
  chmod 644 "secrets/$1"
  echo "made secrets/$1"
}

# Expands only where nothing is given.
keep database-password "$(value_of POSTGRES_PASSWORD | grep . || openssl rand -hex 24)"
keep postgres-superuser "$(openssl rand -hex 24)"
keep jwt-secret "$(value_of JWT_SECRET | grep . || openssl rand -hex 32)"
keep details-key "$(value_of DETAILS_KEY | grep . || openssl rand -hex 32)"
keep vapid-private-key "$(value_of VAPID_PRIVATE_KEY | grep . || openssl rand 32 | basenc --base64url | tr -d '=\n')"

for name in POSTGRES_PASSWORD JWT_SECRET DETAILS_KEY VAPID_PRIVATE_KEY; do
  if grep -q "^$name=." .env; then echo "secrets/ has $name now: remove its line from .env"; fi
done
