import { Migration } from '@mikro-orm/migrations';

export class Migration20261127231235_streams extends Migration {

  override name = 'Migration20261127231235_streams';

  override up(): void | Promise<void> {
    this.addSql(`create table "stream" ("id" uuid not null, "performer_id" uuid not null, "kind" text not null, "status" text not null default 'starting', "title" varchar(200) not null, "access" text not null, "price" int null, "rate" int null, "engine" varchar(20) not null, "node" varchar(60) not null, "started_at" timestamptz null, "ended_at" timestamptz null, "ended_reason" text null, "seconds" int not null default 0, "viewers" int not null default 0, "viewers_peak" int not null default 0, "is_away" boolean not null default false, "record" boolean not null default false, "video_id" uuid null, "chat" jsonb not null, "pinned_id" uuid null, "chat_seq" int not null default 0, "version" int not null default 1, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "stream_performer_id_created_at_index" on "stream" ("performer_id", "created_at");`);
    this.addSql(`create index "stream_open_index" on "stream" ("status") where status <> 'ended';`);
    this.addSql(`create unique index "stream_open_unique" on "stream" ("performer_id") where status <> 'ended' and kind <> 'private';`);

    this.addSql(`create table "stream_settings" ("performer_id" uuid not null, "title" varchar(200) not null default '', "access" text not null default 'public', "price" int not null default 50, "private_rate" int not null default 60, "private_minimum" int not null default 3, "group_rate" int not null default 20, "group_minimum" int not null default 2, "group_maximum" int not null default 20, "accepts_private" boolean not null default false, "record" boolean not null default false, "away_during_private" boolean not null default true, "chat" jsonb not null, "updated_at" timestamptz not null, primary key ("performer_id"));`);

    this.addSql(`alter table "stream" add constraint "stream_kind_check" check ("kind" in ('public', 'group', 'private'));`);
    this.addSql(`alter table "stream" add constraint "stream_status_check" check ("status" in ('starting', 'live', 'reconnecting', 'ended'));`);
    this.addSql(`alter table "stream" add constraint "stream_access_check" check ("access" in ('public', 'followers', 'subscribers', 'paid'));`);
    this.addSql(`alter table "stream" add constraint "stream_ended_reason_check" check ("ended_reason" in ('performer', 'staff', 'no-media', 'line', 'crash', 'closed', 'show'));`);

    this.addSql(`alter table "stream_settings" add constraint "stream_settings_access_check" check ("access" in ('public', 'followers', 'subscribers', 'paid'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "stream" cascade;`);
    this.addSql(`drop table if exists "stream_settings" cascade;`);
  }

}
