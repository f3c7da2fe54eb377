import { createHash } from 'node:crypto'
import { Migration } from '@mikro-orm/migrations';
import canonicalize from 'canonicalize'

type OldEntry = {
  id: string
  at: string
  operator: string
  action: string
  subjectId: string
  before: unknown
  after: unknown
}

/** Parts of staff, consents, and the chain of the audit, in which the entries so far come first, as they came. */
export class Migration20261129011032_staff_and_chain extends Migration {

  override name = 'Migration20261129011032_staff_and_chain';

  override async up(): Promise<void> {
    this.addSql(`create table "approval" ("id" uuid not null, "kind" varchar(40) not null, "subject_id" uuid not null, "payload" jsonb not null, "facts" jsonb not null, "facts_hash" varchar(64) not null, "requested_by" uuid not null, "reason" text not null, "state" text not null default 'waiting', "decided_by" uuid null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "alone_from" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "approval_state_created_at_index" on "approval" ("state", "created_at");`);
    this.addSql(`create index "approval_subject_id_state_index" on "approval" ("subject_id", "state");`);

    this.addSql(`create table "audit_head" ("id" serial primary key, "seq" int not null, "hash" varchar(64) not null);`);

    this.addSql(`create table "audit_text" ("entry_id" uuid not null, "text" text not null, primary key ("entry_id"));`);

    this.addSql(`create table "staff_role" ("id" uuid not null, "user_id" uuid not null, "role" text not null, "granted_by" uuid null, "granted_at" timestamptz not null, "revoked_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create unique index "staff_role_held_unique" on "staff_role" ("user_id", "role") where revoked_at is null;`);

    this.addSql(`alter table "user" add "is_staff" boolean not null default false;`);

    this.addSql(`alter table "audit_entry" add "seq" int null, add "actor_id" uuid null, add "session_id" uuid null, add "network" varchar(64) null, add "request_id" varchar(64) null, add "text_hash" varchar(64) null, add "prev_hash" varchar(64) null, add "hash" varchar(64) null;`);
    this.addSql(`alter table "audit_entry" disable trigger "audit_entry_fixed";`);
    let [seq, last] = [0, '0'.repeat(64)]
    for (const old of await this.oldEntries()) {
      seq += 1
      const without = { actorId: null, sessionId: null, network: null, requestId: null, textHash: null }
      const hash = createHash('sha256').update(last).update(canonicalize({ ...old, ...without, seq }) ?? '').digest('hex')
      this.addSql(`update "audit_entry" set "seq" = ${seq}, "prev_hash" = '${last}', "hash" = '${hash}' where "id" = '${old.id}';`)
      last = hash
    }
    this.addSql(`insert into "audit_head" ("id", "seq", "hash") values (1, ${seq}, '${last}');`)
    this.addSql(`alter table "audit_entry" enable trigger "audit_entry_fixed";`);
    this.addSql(`alter table "audit_entry" alter column "seq" set not null, alter column "prev_hash" set not null, alter column "hash" set not null;`);
    this.addSql(`alter table "audit_entry" alter column "operator" drop not null;`);
    this.addSql(`alter table "audit_entry" add constraint "audit_entry_seq_unique" unique ("seq");`);
    this.addSql(`create index "audit_entry_actor_id_seq_index" on "audit_entry" ("actor_id", "seq");`);

    this.addSql(`alter table "approval" add constraint "approval_state_check" check ("state" in ('waiting', 'executed', 'refused', 'withdrawn', 'expired'));`);

    this.addSql(`alter table "audit_head" add constraint "audit_head_one_check" check (id = 1);`);

    this.addSql(`alter table "staff_role" add constraint "staff_role_role_check" check ("role" in ('admin', 'moderator', 'support', 'finance', 'sensitive'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "approval" cascade;`);
    this.addSql(`drop table if exists "audit_head" cascade;`);
    this.addSql(`drop table if exists "audit_text" cascade;`);
    this.addSql(`drop table if exists "staff_role" cascade;`);

    this.addSql(`alter table "user" drop column "is_staff";`);
    this.addSql(`alter table "audit_entry" drop constraint "audit_entry_seq_unique";`);
    this.addSql(`drop index "audit_entry_actor_id_seq_index";`);
    this.addSql(`alter table "audit_entry" drop column "seq", drop column "actor_id", drop column "session_id", drop column "network", drop column "request_id", drop column "text_hash", drop column "prev_hash", drop column "hash";`);
    this.addSql(`alter table "audit_entry" disable trigger "audit_entry_fixed";`);
    this.addSql(`update "audit_entry" set "operator" = 'staff' where "operator" is null;`);
    this.addSql(`alter table "audit_entry" enable trigger "audit_entry_fixed";`);
    this.addSql(`alter table "audit_entry" alter column "operator" set not null;`);
  }

  private oldEntries(): Promise<OldEntry[]> {
    return this.execute(
      `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, operator, action,
         subject_id as "subjectId", before, after from audit_entry order by at, id`,
    ) as Promise<OldEntry[]>
  }

}
