import { Migration } from '@mikro-orm/migrations'

export class Migration20261126070628_post_tags_pins_and_polls extends Migration {
  override name = 'Migration20261126070628_post_tags_pins_and_polls'

  override up(): void | Promise<void> {
    this.addSql(`alter table "post" drop constraint "post_status_check";`)
    this.addSql(
      `alter table "post" add "poll_closes_at" timestamptz null, add "tags" text[] not null default '{}', add "is_pinned" boolean not null default false;`,
    )
    this.addSql(
      `create index "post_poll_closes_index" on "post" ("poll_closes_at") where poll_closes_at is not null;`,
    )
    this.addSql(
      `create index "post_pinned_index" on "post" ("performer_id", "published_at") where is_pinned and status = 'published';`,
    )
    this.addSql(
      `alter table "post" add constraint "post_status_check" check ("status" in ('processing', 'scheduled', 'published', 'archived', 'removed'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "post_poll_closes_index";`)
    this.addSql(`drop index "post_pinned_index";`)
    this.addSql(`alter table "post" drop constraint "post_status_check";`)
    this.addSql(`alter table "post" drop column "poll_closes_at", drop column "tags", drop column "is_pinned";`)
    // A post in processing has no place in the feed yet: the earlier server publishes it at its time.
    this.addSql(
      `update "post" set "status" = 'scheduled', "scheduled_at" = coalesce("scheduled_at", now()) where "status" = 'processing';`,
    )
    this.addSql(
      `alter table "post" add constraint "post_status_check" check ("status" in ('scheduled', 'published', 'archived', 'removed'));`,
    )
  }
}
