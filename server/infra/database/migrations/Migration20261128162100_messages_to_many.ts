import { Migration } from '@mikro-orm/migrations';

export class Migration20261128162100_messages_to_many extends Migration {

  override name = 'Migration20261128162100_messages_to_many';

  override up(): void | Promise<void> {
    this.addSql(`create table "broadcast" ("id" uuid not null, "performer_id" uuid not null, "trigger" text null, "is_retired" boolean not null default false, "text" text not null, "file_ids" jsonb not null, "price" int not null default 0, "include" jsonb not null, "exclude" jsonb not null, "send_at" timestamptz null, "state" text not null default 'draft', "version" int not null default 0, "goes_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "broadcast_performer_id_updated_at_index" on "broadcast" ("performer_id", "updated_at");`);
    this.addSql(`create index "broadcast_due_index" on "broadcast" ("goes_at") where state in ('counting', 'scheduled', 'sending', 'unsent');`);
    this.addSql(`create index "broadcast_welcome_index" on "broadcast" ("performer_id", "trigger") where trigger is not null and not is_retired;`);

    this.addSql(`create table "broadcast_recipient" ("broadcast_id" uuid not null, "user_id" uuid not null, "state" text not null default 'waiting', "message_id" uuid null, "sent_at" timestamptz null, primary key ("broadcast_id", "user_id"));`);
    this.addSql(`create index "broadcast_waiting_index" on "broadcast_recipient" ("broadcast_id", "user_id") where state = 'waiting';`);
    this.addSql(`create index "broadcast_sent_index" on "broadcast_recipient" ("user_id", "sent_at") where state = 'sent';`);

    this.addSql(`alter table "conversation_member" add "mutes_many" boolean not null default false;`);

    this.addSql(`alter table "message" add "broadcast_id" uuid null, add "is_automatic" boolean not null default false;`);
    this.addSql(`create index "message_broadcast_index" on "message" ("broadcast_id", "conversation_id") where broadcast_id is not null;`);

    this.addSql(`alter table "broadcast" add constraint "broadcast_trigger_check" check ("trigger" in ('follow', 'subscribe', 'return'));`);
    this.addSql(`alter table "broadcast" add constraint "broadcast_state_check" check ("state" in ('draft', 'scheduled', 'counting', 'sending', 'sent', 'stopped', 'unsent'));`);

    this.addSql(`alter table "broadcast_recipient" add constraint "broadcast_recipient_state_check" check ("state" in ('waiting', 'sent', 'closed', 'muted', 'owned', 'left', 'taken', 'kept'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "broadcast" cascade;`);
    this.addSql(`drop table if exists "broadcast_recipient" cascade;`);

    this.addSql(`alter table "conversation_member" drop column "mutes_many";`);

    this.addSql(`drop index "message_broadcast_index";`);
    this.addSql(`alter table "message" drop column "broadcast_id", drop column "is_automatic";`);
  }

}
