import { Migration } from '@mikro-orm/migrations';

export class Migration20261129010630_sign_in extends Migration {

  override name = 'Migration20261129010630_sign_in';

  override up(): void | Promise<void> {
    this.addSql(`create table "challenge" ("id" uuid not null, "user_id" uuid null, "session_id" uuid null, "purpose" text not null, "value" text not null, "tries" int not null default 0, "expires_at" timestamptz not null, "used_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "challenge_user_id_index" on "challenge" ("user_id");`);
    this.addSql(`create index "challenge_expires_at_index" on "challenge" ("expires_at");`);

    this.addSql(`create table "passkey" ("id" uuid not null, "credential_id" varchar(1400) not null, "user_id" uuid not null, "public_key" text not null, "counter" bigint not null, "device_type" text not null, "backed_up" boolean not null, "transports" jsonb not null, "name" varchar(60) not null, "created_at" timestamptz not null, "last_used_at" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");`);
    this.addSql(`create index "passkey_user_id_index" on "passkey" ("user_id");`);

    this.addSql(`create table "recovery_code" ("id" uuid not null, "user_id" uuid not null, "hash" varchar(64) not null, "created_at" timestamptz not null, "used_at" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "recovery_code" add constraint "recovery_code_user_id_hash_unique" unique ("user_id", "hash");`);

    this.addSql(`create table "totp" ("user_id" uuid not null, "secret" text not null, "next_secret" text null, "last_step" int null, "created_at" timestamptz not null, "confirmed_at" timestamptz null, primary key ("user_id"));`);

    this.addSql(`alter table "one_time_token" drop constraint "one_time_token_purpose_check";`);
    this.addSql(`alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in ('verify-email', 'reset-password', 'log-in', 'undo-email', 'not-me'));`);

    this.addSql(`alter table "session" add "name" varchar(60) not null default '', add "device_id" uuid null, add "generation" int not null default 0, add "issued_generation" int not null default 0, add "elevated_until" timestamptz null, add "elevated_by" text null, add "desk_seen_at" timestamptz null, add "desk_until" timestamptz null, add "scope" text not null default 'full', add "wipe" text not null default 'none', add "wiped_at" timestamptz null;`);
    this.addSql(`alter table "session" add constraint "session_elevated_by_check" check ("elevated_by" in ('password', 'code', 'recoveryCode', 'passkey', 'login'));`);
    this.addSql(`alter table "session" add constraint "session_scope_check" check ("scope" in ('full', 'limited'));`);
    this.addSql(`alter table "session" add constraint "session_wipe_check" check ("wipe" in ('none', 'asked', 'done'));`);

    this.addSql(`alter table "challenge" add constraint "challenge_purpose_check" check ("purpose" in ('login', 'add', 'step-up', 'second-factor'));`);

    this.addSql(`alter table "passkey" add constraint "passkey_device_type_check" check ("device_type" in ('singleDevice', 'multiDevice'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "challenge" cascade;`);
    this.addSql(`drop table if exists "passkey" cascade;`);
    this.addSql(`drop table if exists "recovery_code" cascade;`);
    this.addSql(`drop table if exists "totp" cascade;`);

    this.addSql(`delete from "one_time_token" where "purpose" = 'not-me';`);
    this.addSql(`alter table "one_time_token" drop constraint "one_time_token_purpose_check";`);
    this.addSql(`alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in ('verify-email', 'reset-password', 'log-in', 'undo-email'));`);

    this.addSql(`alter table "session" drop constraint "session_elevated_by_check";`);
    this.addSql(`alter table "session" drop constraint "session_scope_check";`);
    this.addSql(`alter table "session" drop constraint "session_wipe_check";`);
    this.addSql(`alter table "session" drop column "name", drop column "device_id", drop column "generation", drop column "issued_generation", drop column "elevated_until", drop column "elevated_by", drop column "desk_seen_at", drop column "desk_until", drop column "scope", drop column "wipe", drop column "wiped_at";`);
  }

}
