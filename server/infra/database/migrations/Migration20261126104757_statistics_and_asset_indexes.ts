import { Migration } from '@mikro-orm/migrations'

export class Migration20261126104757_statistics_and_asset_indexes extends Migration {
  override name = 'Migration20261126104757_statistics_and_asset_indexes'

  override up(): void | Promise<void> {
    this.addSql(`create table "creator_day" ("performer_id" uuid not null, "day" date not null, "followers" int not null, "views" int not null, "likes" int not null, primary key ("performer_id", "day"));`)

    this.addSql(`drop index "asset_newest_index";`)
    this.addSql(`drop index "asset_shown_index";`)
    this.addSql(`alter table "asset" add "popularity" int not null default 0;`)
    this.addSql(`create index "asset_popular_index" on "asset" ("kind", "popularity", "id") where status = 'active' and gallery_id is null;`)
    this.addSql(`create index "asset_title_index" on "asset" ("kind", lower("title"), "id") where status = 'active' and gallery_id is null;`)
    this.addSql(`create index "asset_own_popular_index" on "asset" ("performer_id", "kind", "popularity", "id") where status = 'active' and gallery_id is null;`)
    this.addSql(`create index "asset_own_title_index" on "asset" ("performer_id", "kind", lower("title"), "id") where status = 'active' and gallery_id is null;`)
    this.addSql(`create index "asset_newest_index" on "asset" ("kind", "published_at", "id") where status = 'active' and gallery_id is null;`)
    this.addSql(`create index "asset_shown_index" on "asset" ("performer_id", "kind", "published_at", "id") where status = 'active' and gallery_id is null;`)

    this.addSql(`alter table "content_total" drop column "voters";`)

    this.addSql(`alter table "performer" add "counts" jsonb not null default '{}';`)
    this.addSql(
      `create index "performer_welcome_video_index" on "performer" ("welcome_video_file_id") where welcome_video_file_id is not null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "creator_day" cascade;`)

    this.addSql(`drop index "asset_popular_index";`)
    this.addSql(`drop index "asset_title_index";`)
    this.addSql(`drop index "asset_own_popular_index";`)
    this.addSql(`drop index "asset_own_title_index";`)
    this.addSql(`drop index "asset_newest_index";`)
    this.addSql(`drop index "asset_shown_index";`)
    this.addSql(`alter table "asset" drop column "popularity";`)
    this.addSql(`create index "asset_newest_index" on "asset" ("kind", "published_at", "id") where status = 'active';`)
    this.addSql(`create index "asset_shown_index" on "asset" ("performer_id", "kind", "published_at", "id") where status = 'active';`)

    this.addSql(`alter table "content_total" add "voters" int4 not null default 0;`)

    this.addSql(`drop index "performer_welcome_video_index";`)
    this.addSql(`alter table "performer" drop column "counts";`)
  }
}
