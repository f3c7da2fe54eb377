import { Migration } from '@mikro-orm/migrations';

export class Migration20261127231744_shows extends Migration {

  override name = 'Migration20261127231744_shows';

  override up(): void | Promise<void> {
    this.addSql(`create table "show" ("id" uuid not null, "kind" text not null, "stream_id" uuid null, "performer_id" uuid not null, "fan_id" uuid not null, "status" text not null, "rate" int not null, "minimum" int not null, "minutes" int not null, "cap" int not null, "seconds" int not null default 0, "charged" int not null default 0, "held" int not null default 0, "low_balance" boolean not null default false, "ended_reason" text null, "lost_side" text null, "charge_id" uuid null, "node" varchar(60) null, "alive_at" timestamptz null, "created_at" timestamptz not null, "expires_at" timestamptz null, "accepted_at" timestamptz null, "started_at" timestamptz null, "ended_at" timestamptz null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "show_fan_id_created_at_index" on "show" ("fan_id", "created_at");`);
    this.addSql(`create index "show_performer_id_created_at_index" on "show" ("performer_id", "created_at");`);
    this.addSql(`create index "show_stream_id_index" on "show" ("stream_id");`);
    this.addSql(`create index "show_open_index" on "show" ("status") where status in ('requested', 'accepted', 'active');`);
    this.addSql(`create unique index "show_private_unique" on "show" ("performer_id") where kind = 'private' and status in ('accepted', 'active');`);
    this.addSql(`create unique index "show_seat_unique" on "show" ("stream_id", "fan_id") where kind = 'group' and status in ('accepted', 'active');`);
    this.addSql(`create unique index "show_request_unique" on "show" ("fan_id", "performer_id") where kind = 'private' and status = 'requested';`);

    this.addSql(`alter table "show" add constraint "show_kind_check" check ("kind" in ('private', 'group'));`);
    this.addSql(`alter table "show" add constraint "show_status_check" check ("status" in ('requested', 'expired', 'canceled', 'declined', 'accepted', 'failed', 'active', 'ended'));`);
    this.addSql(`alter table "show" add constraint "show_ended_reason_check" check ("ended_reason" in ('fan', 'performer', 'balance', 'cap', 'line', 'staff', 'crash'));`);
    this.addSql(`alter table "show" add constraint "show_lost_side_check" check ("lost_side" in ('fan', 'performer'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "show" cascade;`);
  }

}
