import { Migration } from '@mikro-orm/migrations';

export class Migration20261127232038_stream_chat extends Migration {

  override name = 'Migration20261127232038_stream_chat';

  override up(): void | Promise<void> {
    this.addSql(`create table "stream_message" ("id" uuid not null, "stream_id" uuid not null, "seq" int null, "sender_id" uuid not null, "kind" text not null, "text" varchar(500) not null, "reply_to" uuid null, "file_id" uuid null, "tokens" int null, "item" varchar(200) null, "charge_id" uuid null, "state" text not null default 'shown', "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "stream_message_stream_id_sender_id_created_at_index" on "stream_message" ("stream_id", "sender_id", "created_at");`);
    this.addSql(`create index "stream_message_created_at_index" on "stream_message" ("created_at");`);
    this.addSql(`create index "stream_message_held_index" on "stream_message" ("stream_id") where state = 'held';`);
    this.addSql(`alter table "stream_message" add constraint "stream_message_seq_unique" unique ("stream_id", "seq");`);
    this.addSql(`create unique index "stream_message_charge_unique" on "stream_message" ("charge_id") where charge_id is not null;`);

    this.addSql(`create table "stream_moderator" ("performer_id" uuid not null, "user_id" uuid not null, "created_at" timestamptz not null, primary key ("performer_id", "user_id"));`);
    this.addSql(`create index "stream_moderator_user_id_index" on "stream_moderator" ("user_id");`);

    this.addSql(`create table "stream_sanction" ("performer_id" uuid not null, "user_id" uuid not null, "kind" text not null, "until" timestamptz null, "by_id" uuid not null, "created_at" timestamptz not null, primary key ("performer_id", "user_id"));`);

    this.addSql(`alter table "stream_message" add constraint "stream_message_kind_check" check ("kind" in ('text', 'tip'));`);
    this.addSql(`alter table "stream_message" add constraint "stream_message_state_check" check ("state" in ('shown', 'held', 'deleted', 'cleared'));`);

    this.addSql(`alter table "stream_sanction" add constraint "stream_sanction_kind_check" check ("kind" in ('ban', 'timeout'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "stream_message" cascade;`);
    this.addSql(`drop table if exists "stream_moderator" cascade;`);
    this.addSql(`drop table if exists "stream_sanction" cascade;`);
  }

}
