#!/bin/sh
# Makes .env and the files of secrets/ that are missing, and changes none that are there. A site that runs keeps its keys and its
# settings: passwords and keys of the shell or .env go into secrets/, other variables of the shell that .env lacks into .env.
set -eu
cd "$(dirname "$0")/.."
[ -f .env ] || cp .env.example .env
mkdir -p secrets
chmod 700 secrets

# The value of a variable in a file, read as compose does: without quotes, a comment behind it, and the line ends of Windows.
value_in() {
  sed -n "s/^[[:space:]]*\(export[[:space:]]\{1,\}\)\{0,1\}$2[[:space:]]*=//p" "$1" | tail -n 1 | tr -d '\r' | sed \
    -e "s/^[[:space:]]*'\([^']*\)'.*\$/\1/" -e t \
    -e 's/^[[:space:]]*"\([^"]*\)".*$/\1/' -e t \
    -e 's/[[:space:]]\{1,\}#.*$//' -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//'
}

value_in_shell() {
  eval "printf %s \"\${$1:-}\""
}

# The value of a variable: from the shell, else from .env.
value_of() {
  value=$(value_in_shell "$1")
  [ -n "$value" ] || value=$(value_in .env "$1")
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
keep database-password "$(value_of DATABASE_PASSWORD | grep . || value_of POSTGRES_PASSWORD | grep . || openssl rand -hex 24)"
keep postgres-superuser "$(openssl rand -hex 24)"
keep jwt-secret "$(value_of JWT_SECRET | grep . || openssl rand -hex 32)"
keep details-key "$(value_of DETAILS_KEY | grep . || openssl rand -hex 32)"
keep vapid-private-key "$(value_of VAPID_PRIVATE_KEY | grep . || openssl rand 32 | basenc --base64url | tr -d '=\n')"

# Writes a variable of the shell into .env, unless .env has a value that is not that of the example.
take_over() {
  given=$(value_in_shell "$1")
  present=$(value_in .env "$1")
  if [ -z "$given" ] || [ "$given" = "$present" ]; then return 0; fi
  if [ -n "$present" ] && [ "$present" != "$(value_in .env.example "$1")" ]; then
    echo "the shell has another $1 than .env: .env counts"
    return 0
  fi
  quote="'"
  case $given in
    *"'"*[\"\\\$]* | *[\"\\\$]*"'"*)
      echo "write $1 into .env by hand: its quotes need care"
      return 0
      ;;
    *"'"*) quote='"' ;;
  esac
  # The last line of a name counts.
  [ -z "$(tail -c 1 .env)" ] || echo >> .env
  printf '%s=%s%s%s\n' "$1" "$quote" "$given" "$quote" >> .env
  echo "wrote $1 into .env"
}

for name in $(sed -n 's/^#\{0,1\}\([A-Z][A-Z0-9_]*\)=.*/\1/p' .env.example | sort -u); do
  case $name in
    # They are in secrets/, and the image sets the others.
    DATABASE_PASSWORD | JWT_SECRET | DETAILS_KEY | VAPID_PRIVATE_KEY | NODE_ENV | HOST | PORT | DATA_DIR) ;;
    *) take_over "$name" ;;
  esac
done

for name in POSTGRES_PASSWORD DATABASE_PASSWORD JWT_SECRET DETAILS_KEY VAPID_PRIVATE_KEY; do
  if [ -n "$(value_in .env "$name")" ]; then echo "secrets/ has $name now: remove its line from .env"; fi
done
