import { Migration } from '@mikro-orm/migrations';

export class Migration20261126142618_social_login_and_contact extends Migration {

  override name = 'Migration20261126142618_social_login_and_contact';

  override up(): void | Promise<void> {
    this.addSql(`create table "contact_message" ("id" uuid not null, "user_id" uuid null, "name" varchar(60) not null, "email" varchar(254) not null, "subject" varchar(120) not null, "message" text not null, "ip_hash" varchar(64) not null, "state" text not null default 'open', "created_at" timestamptz not null, "answered_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "contact_message_state_created_at_index" on "contact_message" ("state", "created_at");`);
    this.addSql(`create index "contact_message_ip_hash_created_at_index" on "contact_message" ("ip_hash", "created_at");`);

    this.addSql(`create table "identity" ("id" uuid not null, "provider" text not null, "subject" varchar(255) not null, "user_id" uuid not null, "label" varchar(254) not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "identity_user_id_index" on "identity" ("user_id");`);
    this.addSql(`alter table "identity" add constraint "identity_provider_subject_unique" unique ("provider", "subject");`);

    this.addSql(`create table "spent_flow" ("id_hash" varchar(64) not null, "expires_at" timestamptz not null, primary key ("id_hash"));`);
    this.addSql(`create index "spent_flow_expires_at_index" on "spent_flow" ("expires_at");`);

    this.addSql(`alter table "user" add "has_password" boolean not null default true;`);

    this.addSql(`alter table "contact_message" add constraint "contact_message_state_check" check ("state" in ('open', 'answered'));`);

    this.addSql(`alter table "identity" add constraint "identity_provider_check" check ("provider" in ('google', 'twitter'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "contact_message" cascade;`);
    this.addSql(`drop table if exists "identity" cascade;`);
    this.addSql(`drop table if exists "spent_flow" cascade;`);

    this.addSql(`alter table "user" drop column "has_password";`);
  }
}
