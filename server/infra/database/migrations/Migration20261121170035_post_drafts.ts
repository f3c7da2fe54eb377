import { Migration } from '@mikro-orm/migrations'

export class Migration20261121170035_post_drafts extends Migration {
  override name = 'Migration20261121170035_post_drafts'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "post_draft" ("id" uuid not null, "owner_id" uuid not null, "state" text not null default 'open', "content" jsonb not null, "kept" jsonb not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "post_draft_owner_id_updated_at_index" on "post_draft" ("owner_id", "updated_at");`)

    this.addSql(`alter table "file" add "draft_id" uuid null;`)
    this.addSql(`create index "file_draft_id_index" on "file" ("draft_id");`)

    this.addSql(
      `alter table "post_draft" add constraint "post_draft_state_check" check ("state" in ('open', 'published', 'discarded'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "post_draft" cascade;`)

    this.addSql(`drop index "file_draft_id_index";`)
    this.addSql(`alter table "file" drop column "draft_id";`)
  }
}
