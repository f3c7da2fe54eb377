#!/bin/sh
# Makes the role and the database of the app. The role is no superuser, and owns nothing but its database.
set -eu
password=$(cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database-password}")
psql --set=ON_ERROR_STOP=1 --set=password="$password" --username="${POSTGRES_USER:-postgres}" --dbname=postgres --quiet <<'SQL'
create role vesper login password :'password' nosuperuser nocreatedb nocreaterole noreplication;
create database vesper owner vesper;
revoke all on database vesper from public;
SQL
