import { Migration } from '@mikro-orm/migrations'

export class Migration20261126072600_content_totals extends Migration {
  override name = 'Migration20261126072600_content_totals'

  override up(): void | Promise<void> {
    // A server of the version before counts no more from here on.
    this.addSql(`lock table "reaction", "reaction_total" in access exclusive mode;`)
    this.addSql(
      `create table "content_total" ("object_id" uuid not null, "likes" int not null default 0, "bookmarks" int not null default 0, "comments" int not null default 0, "views" int not null default 0, "voters" int not null default 0, primary key ("object_id"));`,
    )
    // A total names its object through the reactions that it counts. One that counts none says nothing.
    this.addSql(
      `insert into "content_total" ("object_id", "likes", "bookmarks")
       select r."object_id", coalesce(max(t."total") filter (where r."action" = 'like'), 0),
         coalesce(max(t."total") filter (where r."action" = 'bookmark'), 0)
       from (select distinct "reaction_id", "object_id", "action" from "reaction") as r
       join "reaction_total" t on t."reaction_id" = r."reaction_id"
       group by r."object_id";`,
    )
    this.addSql(`drop table "reaction_total";`)
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "reaction_total" ("reaction_id" uuid not null, "total" int not null, primary key ("reaction_id"));`,
    )
    this.addSql(
      `insert into "reaction_total" ("reaction_id", "total") select "reaction_id", count(*)::int from "reaction" group by "reaction_id";`,
    )
    this.addSql(`drop table "content_total";`)
  }
}
