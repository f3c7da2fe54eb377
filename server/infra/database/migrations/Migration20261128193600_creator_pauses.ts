import { Migration } from '@mikro-orm/migrations';

export class Migration20261128193600_creator_pauses extends Migration {

  override name = 'Migration20261128193600_creator_pauses';

  override up(): void | Promise<void> {
    this.addSql(`create table "creator_pause" ("id" uuid not null, "performer_id" uuid not null, "starts_at" timestamptz not null, "ends_at" timestamptz not null, "told_to" uuid null, "announced_to" uuid null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "creator_pause_performer_id_starts_at_index" on "creator_pause" ("performer_id", "starts_at");`);

    this.addSql(`alter table "membership" add "counted_from" timestamptz null;`);
    this.addSql(`update "membership" set "counted_from" = coalesce(
      (
        select s."anchor" from "subscription" s
        where s."user_id" = "membership"."user_id" and s."performer_id" = "membership"."performer_id" and s."ended_at" is null
          and "membership"."kind" = 'subscription'
      ), "granted_at");`);
    this.addSql(`alter table "membership" alter column "counted_from" set not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "creator_pause" cascade;`);

    this.addSql(`alter table "membership" drop column "counted_from";`);
  }

}
