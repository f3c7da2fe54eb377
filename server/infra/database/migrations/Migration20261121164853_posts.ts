import { Migration } from '@mikro-orm/migrations'

export class Migration20261121164853_posts extends Migration {
  override name = 'Migration20261121164853_posts'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "post" ("id" uuid not null, "performer_id" uuid not null, "seq" int null, "status" text not null, "access" text not null, "price" int not null default 0, "text" text not null, "poll" jsonb null, "scheduled_at" timestamptz null, "published_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "post_performer_id_published_at_index" on "post" ("performer_id", "published_at");`)
    this.addSql(`create index "post_status_scheduled_at_index" on "post" ("status", "scheduled_at");`)
    this.addSql(`alter table "post" add constraint "post_performer_id_seq_unique" unique ("performer_id", "seq");`)

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`)
    this.addSql(`alter table "file" add "post_id" uuid null;`)
    this.addSql(`create index "file_post_id_index" on "file" ("post_id");`)
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'post', 'avatar', 'cover', 'product'));`,
    )

    this.addSql(`alter table "performer" add "last_post_seq" int not null default 0;`)

    this.addSql(
      `alter table "post" add constraint "post_status_check" check ("status" in ('scheduled', 'published', 'archived', 'removed'));`,
    )
    this.addSql(
      `alter table "post" add constraint "post_access_check" check ("access" in ('public', 'followers', 'subscribers', 'paid'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "post" cascade;`)

    this.addSql(`drop index "file_post_id_index";`)
    this.addSql(`alter table "file" drop constraint "file_purpose_check";`)
    this.addSql(`alter table "file" drop column "post_id";`)
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'avatar', 'cover', 'product'));`,
    )

    this.addSql(`alter table "performer" drop column "last_post_seq";`)
  }
}
