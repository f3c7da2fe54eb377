import { Migration } from '@mikro-orm/migrations'

export class Migration20261121020652_first_tables extends Migration {
  override name = 'Migration20261121020652_first_tables'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "change" ("space" varchar(100) not null, "collection" varchar(40) not null, "entity_id" uuid not null, "version" bigint not null, "deleted" boolean not null default false, primary key ("space", "collection", "entity_id"));`,
    )
    this.addSql(`create index "change_space_version_index" on "change" ("space", "version");`)

    this.addSql(
      `create table "conversation" ("id" uuid not null, "last_seq" int not null default 0, "last_message_id" uuid null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )

    this.addSql(
      `create table "conversation_member" ("conversation_id" uuid not null, "user_id" uuid not null, "read_seq" int not null default 0, "unseen" int not null default 0, "created_at" timestamptz not null, primary key ("conversation_id", "user_id"));`,
    )
    this.addSql(`create index "conversation_member_user_id_index" on "conversation_member" ("user_id");`)

    this.addSql(
      `create table "device" ("account_id" uuid not null, "device_id" uuid not null, "incarnation" uuid not null, "created_at" timestamptz not null, "last_seen_at" timestamptz not null, primary key ("account_id", "device_id"));`,
    )

    this.addSql(`create table "epoch" ("singleton" serial primary key, "epoch" uuid not null);`)

    this.addSql(
      `create table "file" ("id" uuid not null, "owner_id" uuid not null, "purpose" text not null, "type" text not null, "status" text not null, "mime_type" varchar(100) not null, "size" int not null, "width" int null, "height" int null, "placeholder" varchar(60) null, "has_thumbnail" boolean not null default false, "message_id" uuid null, "position" int not null default 0, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "file_message_id_index" on "file" ("message_id");`)
    this.addSql(`create index "file_owner_id_index" on "file" ("owner_id");`)

    this.addSql(
      `create table "mutation_ledger" ("id" uuid not null, "account_id" uuid not null, "device_id" uuid not null, "name" varchar(60) not null, "outcome" jsonb not null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(
      `create index "mutation_ledger_account_id_created_at_index" on "mutation_ledger" ("account_id", "created_at");`,
    )

    this.addSql(
      `create table "mail" ("id" uuid not null, "to" varchar(254) not null, "subject" varchar(200) not null, "text" text not null, "created_at" timestamptz not null, "sent_at" timestamptz null, "attempts" int not null default 0, "next_attempt_at" timestamptz not null, "error" text null, primary key ("id"));`,
    )
    this.addSql(`create index "mail_created_at_index" on "mail" ("created_at");`)
    this.addSql(`create index "mail_sent_at_next_attempt_at_index" on "mail" ("sent_at", "next_attempt_at");`)

    this.addSql(
      `create table "message" ("id" uuid not null, "conversation_id" uuid not null, "seq" int not null, "sender_id" uuid not null, "text" text not null, "is_deleted" boolean not null default false, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "message" add constraint "message_conversation_id_seq_unique" unique ("conversation_id", "seq");`,
    )

    this.addSql(
      `create table "one_time_token" ("id" uuid not null, "user_id" uuid not null, "purpose" text not null, "email" varchar(254) not null, "token_hash" varchar(64) not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "used_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(`alter table "one_time_token" add constraint "one_time_token_token_hash_unique" unique ("token_hash");`)
    this.addSql(`create index "one_time_token_user_id_purpose_index" on "one_time_token" ("user_id", "purpose");`)

    this.addSql(
      `create table "performer" ("user_id" uuid not null, "country" varchar(2) not null, "date_of_birth" date not null, "verification" text not null default 'submitted', "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("user_id"));`,
    )

    this.addSql(
      `create table "performer_document" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "mime_type" varchar(100) not null, "size" int not null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "performer_document_user_id_index" on "performer_document" ("user_id");`)

    this.addSql(
      `create table "session" ("id" uuid not null, "user_id" uuid not null, "user_agent" varchar(300) not null default '', "remember" boolean not null, "created_at" timestamptz not null, "last_seen_at" timestamptz not null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(`create index "session_user_id_index" on "session" ("user_id");`)

    this.addSql(
      `create table "setting" ("key" varchar(60) not null, "value" jsonb not null, "updated_at" timestamptz not null, primary key ("key"));`,
    )

    this.addSql(
      `create table "space" ("id" varchar(100) not null, "version" bigint not null default '0', primary key ("id"));`,
    )

    this.addSql(
      `create table "user" ("id" uuid not null, "email" varchar(254) null, "email_verified_at" timestamptz null, "username" varchar(30) null, "name" varchar(60) not null, "bio" text not null default '', "avatar_file_id" uuid null, "cover_file_id" uuid null, "password_hash" text not null, "is_performer" boolean not null default false, "status" text not null default 'active', "balance" int not null default 0, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "user" add constraint "user_email_unique" unique ("email");`)
    this.addSql(`alter table "user" add constraint "user_username_unique" unique ("username");`)

    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'avatar', 'cover'));`,
    )
    this.addSql(`alter table "file" add constraint "file_type_check" check ("type" in ('photo', 'video'));`)
    this.addSql(
      `alter table "file" add constraint "file_status_check" check ("status" in ('processing', 'ready', 'failed'));`,
    )

    this.addSql(
      `alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in ('verify-email', 'reset-password'));`,
    )

    this.addSql(
      `alter table "performer" add constraint "performer_verification_check" check ("verification" in ('submitted', 'approved', 'rejected'));`,
    )

    this.addSql(
      `alter table "performer_document" add constraint "performer_document_kind_check" check ("kind" in ('idFront', 'idBack', 'selfie'));`,
    )

    this.addSql(
      `alter table "user" add constraint "user_status_check" check ("status" in ('active', 'suspended', 'deactivated'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "change" cascade;`)
    this.addSql(`drop table if exists "conversation" cascade;`)
    this.addSql(`drop table if exists "conversation_member" cascade;`)
    this.addSql(`drop table if exists "device" cascade;`)
    this.addSql(`drop table if exists "epoch" cascade;`)
    this.addSql(`drop table if exists "file" cascade;`)
    this.addSql(`drop table if exists "mutation_ledger" cascade;`)
    this.addSql(`drop table if exists "mail" cascade;`)
    this.addSql(`drop table if exists "message" cascade;`)
    this.addSql(`drop table if exists "one_time_token" cascade;`)
    this.addSql(`drop table if exists "performer" cascade;`)
    this.addSql(`drop table if exists "performer_document" cascade;`)
    this.addSql(`drop table if exists "session" cascade;`)
    this.addSql(`drop table if exists "setting" cascade;`)
    this.addSql(`drop table if exists "space" cascade;`)
    this.addSql(`drop table if exists "user" cascade;`)
  }
}
