import { Migration } from '@mikro-orm/migrations';

export class Migration20261126142241_search_pages_and_promos extends Migration {

  override name = 'Migration20261126142241_search_pages_and_promos';

  override up(): void | Promise<void> {
    this.addSql(`create table "page" ("id" uuid not null, "slug" varchar(60) not null, "locale" text not null, "title" varchar(120) not null, "body" text not null, "state" text not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "page" add constraint "page_slug_locale_state_unique" unique ("slug", "locale", "state");`);

    this.addSql(`create table "promo" ("id" uuid not null, "title" varchar(80) not null, "text" text not null default '', "picture_file_id" uuid null, "link" varchar(500) null, "position" text not null default 'home', "audience" text not null default 'everybody', "starts_at" timestamptz null, "ends_at" timestamptz null, "state" text not null default 'draft', "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "promo_active_index" on "promo" ("position", "created_at") where state = 'active';`);

    this.addSql(`create table "search_keyword" ("keyword" varchar(60) not null, "day" date not null, "searcher" varchar(32) not null, "count" int not null default 1, primary key ("keyword", "day", "searcher"));`);
    this.addSql(`create index "search_keyword_day_keyword_index" on "search_keyword" ("day", "keyword");`);

    this.addSql(`create index "asset_search_index" on "asset" using gin (search_grams(search_joined("title", "tags")) gin_trgm_ops) where status = 'active' and gallery_id is null;`);
    this.addSql(`create index "asset_words_index" on "asset" using gin (to_tsvector('simple', search_folded(search_joined("title", "tags")))) where status = 'active' and gallery_id is null;`);

    this.addSql(`create index "post_newest_index" on "post" ("published_at", "id") where status = 'published';`);
    this.addSql(`create index "post_words_index" on "post" using gin (to_tsvector('simple', search_folded(search_joined("text", "tags")))) where status = 'published';`);

    this.addSql(`create index "user_search_index" on "user" using gin (search_grams("name" || ' ' || coalesce("username", '')) gin_trgm_ops) where is_performer;`);
    this.addSql(`create index "user_words_index" on "user" using gin (to_tsvector('simple', search_folded("name" || ' ' || coalesce("username", '')))) where is_performer;`);

    this.addSql(`alter table "page" add constraint "page_locale_check" check ("locale" in ('en', 'ar'));`);
    this.addSql(`alter table "page" add constraint "page_state_check" check ("state" in ('draft', 'published'));`);

    this.addSql(`alter table "promo" add constraint "promo_position_check" check ("position" in ('home', 'explore'));`);
    this.addSql(`alter table "promo" add constraint "promo_audience_check" check ("audience" in ('everybody', 'visitors', 'fans', 'creators'));`);
    this.addSql(`alter table "promo" add constraint "promo_state_check" check ("state" in ('draft', 'active', 'ended'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "page" cascade;`);
    this.addSql(`drop table if exists "promo" cascade;`);
    this.addSql(`drop table if exists "search_keyword" cascade;`);

    this.addSql(`drop index "asset_search_index";`);
    this.addSql(`drop index "asset_words_index";`);

    this.addSql(`drop index "post_newest_index";`);
    this.addSql(`drop index "post_words_index";`);

    this.addSql(`drop index "user_search_index";`);
    this.addSql(`drop index "user_words_index";`);
  }
}
