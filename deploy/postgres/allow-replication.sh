#!/bin/bash
# Lets a replica connect. The image of PostgreSQL runs this once, when it creates the database.
set -euo pipefail

psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" \
	--username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<-'SQL'
	create role replicator login replication password :'password';
	select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
