import { Migration } from '@mikro-orm/migrations'

/** The words of a name, as an address has them. */
const NAME = `trim(both '-' from left(regexp_replace(lower(normalize("name", NFC)), '[^[:alnum:]]+', '-', 'g'), 60))`

export class Migration20261126074000_assets extends Migration {
  override name = 'Migration20261126074000_assets'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "asset" ("id" uuid not null, "kind" text not null, "performer_id" uuid not null, "title" varchar(120) not null, "slug" varchar(120) not null, "description" text not null default '', "access" text not null default 'public', "price" int not null default 0, "status" text not null default 'draft', "tags" text[] not null default '{}', "cover_file_id" uuid null, "cover_photo_id" uuid null, "gallery_id" uuid null, "position" int null, "participant_ids" text[] not null default '{}', "type" text null, "stock" int null, "limit_per_buyer" int null, "published_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "asset" add constraint "asset_kind_slug_unique" unique ("kind", "slug");`)
    this.addSql(
      `create index "asset_performer_id_kind_updated_at_index" on "asset" ("performer_id", "kind", "updated_at");`,
    )
    this.addSql(
      `create index "asset_newest_index" on "asset" ("kind", "published_at", "id") where status = 'active';`,
    )
    this.addSql(
      `create index "asset_shown_index" on "asset" ("performer_id", "kind", "published_at", "id") where status = 'active';`,
    )
    this.addSql(
      `create index "asset_gallery_index" on "asset" ("gallery_id", "position") where gallery_id is not null;`,
    )
    this.addSql(`create index "asset_tags_index" on "asset" using gin ("tags");`)
    this.addSql(
      `alter table "asset" add constraint "asset_kind_check" check ("kind" in ('gallery', 'photo', 'video', 'product'));`,
    )
    this.addSql(
      `alter table "asset" add constraint "asset_access_check" check ("access" in ('public', 'followers', 'subscribers', 'paid'));`,
    )
    this.addSql(
      `alter table "asset" add constraint "asset_status_check" check ("status" in ('draft', 'active', 'archived', 'hidden', 'removed'));`,
    )
    this.addSql(`alter table "asset" add constraint "asset_type_check" check ("type" in ('physical', 'digital'));`)
    this.moveProducts()
    this.allowPurposes(`'gallery-photo', 'gallery-cover'`)
  }

  /** Ids stay, so that the lines of carts name them. */
  private moveProducts(): void {
    // A server of the version before changes no product from here on.
    this.addSql(`lock table "product" in access exclusive mode;`)
    this.addSql(
      `insert into "asset" ("id", "kind", "performer_id", "title", "slug", "description", "price", "status",
         "cover_file_id", "type", "stock", "published_at", "created_at", "updated_at")
       select "id", 'product', "performer_id", "name",
         case when row_number() over (partition by "slug" order by "id") = 1 then "slug" else "id"::text end,
         "description", "price", "status", "picture_file_id", "type", "stock",
         case when "status" = 'draft' then null else "created_at" end, "created_at", "updated_at"
       from (select *, coalesce(nullif(${NAME}, ''), 'product') || '-' || right("id"::text, 6) as "slug" from "product") as p;`,
    )
    this.addSql(`drop table "product";`)
  }

  private allowPurposes(galleries: string): void {
    this.addSql(`alter table "file" drop constraint "file_purpose_check";`)
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser', ${galleries}, 'video', 'video-thumbnail', 'video-teaser', 'product-picture', 'product-file', 'welcome-video', 'avatar', 'cover', 'product'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "product" ("id" uuid not null, "performer_id" uuid not null, "name" varchar(120) not null, "description" text not null default '', "price" int not null, "type" text not null, "stock" int null, "status" text not null default 'draft', "picture_file_id" uuid null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "product" add constraint "product_type_check" check ("type" in ('physical', 'digital'));`,
    )
    this.addSql(
      `alter table "product" add constraint "product_status_check" check ("status" in ('draft', 'active', 'archived'));`,
    )
    this.addSql(`create index "product_performer_id_status_index" on "product" ("performer_id", "status");`)
    this.addSql(
      `insert into "product" ("id", "performer_id", "name", "description", "price", "type", "stock", "status",
         "picture_file_id", "created_at", "updated_at")
       select "id", "performer_id", "title", "description", "price", coalesce("type", 'physical'), "stock",
         case when "status" in ('hidden', 'removed') then 'archived' else "status" end,
         "cover_file_id", "created_at", "updated_at"
       from "asset" where "kind" = 'product';`,
    )
    this.addSql(`drop table "asset";`)
    this.addSql(
      `delete from "attachment" where "holder_type" = 'asset' or "file_id" in (select "id" from "file" where "purpose" = 'gallery-cover');`,
    )
    this.addSql(`delete from "file" where "purpose" = 'gallery-cover';`)
    this.allowPurposes(`'gallery-photo'`)
  }
}
