import { Migration } from '@mikro-orm/migrations';

export class Migration20261126142755_notifications extends Migration {

  override name = 'Migration20261126142755_notifications';

  override up(): void | Promise<void> {
    this.addSql(`create table "notification" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "object_type" text not null, "object_id" uuid not null, "page_type" text null, "page_id" uuid null, "event" varchar(40) null, "actors" text[] not null, "count" int not null, "preview" varchar(200) not null default '', "seq" int not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "notification_user_id_object_id_kind_index" on "notification" ("user_id", "object_id", "kind");`);
    this.addSql(`alter table "notification" add constraint "notification_user_id_seq_unique" unique ("user_id", "seq");`);

    this.addSql(`create table "notification_event" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "object_type" text not null, "object_id" uuid not null, "page_type" text null, "page_id" uuid null, "event" varchar(40) null, "actors" text[] not null, "count" int not null, "preview" varchar(200) not null default '', "created_at" timestamptz not null, primary key ("id"));`);

    this.addSql(`create table "notification_state" ("user_id" uuid not null, "last_seq" int not null default 0, "read_seq" int not null default 0, primary key ("user_id"));`);

    this.addSql(`alter table "notification" add constraint "notification_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'system'));`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);

    this.addSql(`alter table "notification_event" add constraint "notification_event_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'system'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "notification" cascade;`);
    this.addSql(`drop table if exists "notification_event" cascade;`);
    this.addSql(`drop table if exists "notification_state" cascade;`);
  }
}
