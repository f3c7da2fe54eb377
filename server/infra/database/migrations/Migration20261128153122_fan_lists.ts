import { Migration } from '@mikro-orm/migrations';

export class Migration20261128153122_fan_lists extends Migration {

  override name = 'Migration20261128153122_fan_lists';

  override up(): void | Promise<void> {
    this.addSql(`create table "fan_list" ("id" uuid not null, "performer_id" uuid not null, "name" varchar(60) not null, "kind" text not null, "rule" jsonb null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "removed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "fan_list_open_index" on "fan_list" ("performer_id") where removed_at is null;`);

    this.addSql(`create table "fan_list_member" ("id" uuid not null, "list_id" uuid not null, "performer_id" uuid not null, "user_id" uuid not null, "is_member" boolean not null, "takes" int not null, "added_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "fan_list_member_user_id_index" on "fan_list_member" ("user_id");`);
    this.addSql(`create index "fan_list_member_performer_id_added_at_index" on "fan_list_member" ("performer_id", "added_at");`);
    this.addSql(`alter table "fan_list_member" add constraint "fan_list_member_list_id_user_id_unique" unique ("list_id", "user_id");`);

    this.addSql(`create table "fan_note" ("performer_id" uuid not null, "user_id" uuid not null, "text" text not null, "updated_at" timestamptz not null, primary key ("performer_id", "user_id"));`);

    this.addSql(`create index "membership_performer_id_access_until_index" on "membership" ("performer_id", "access_until");`);

    this.addSql(`alter table "fan_list" add constraint "fan_list_rule_check" check (removed_at is not null or (kind = 'rule') = (rule is not null));`);
    this.addSql(`alter table "fan_list" add constraint "fan_list_kind_check" check ("kind" in ('manual', 'rule'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "fan_list" cascade;`);
    this.addSql(`drop table if exists "fan_list_member" cascade;`);
    this.addSql(`drop table if exists "fan_note" cascade;`);

    this.addSql(`drop index "membership_performer_id_access_until_index";`);
  }

}
