import { Migration } from '@mikro-orm/migrations'

export class Migration20261126072016_poll_votes extends Migration {
  override name = 'Migration20261126072016_poll_votes'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "poll_total" ("post_id" uuid not null, "votes" jsonb not null, "voters" int not null, primary key ("post_id"));`,
    )
    this.addSql(
      `create table "poll_vote" ("post_id" uuid not null, "user_id" uuid not null, "options" jsonb not null, "created_at" timestamptz not null, primary key ("post_id", "user_id"));`,
    )
    this.addSql(`create index "poll_vote_user_id_created_at_index" on "poll_vote" ("user_id", "created_at");`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "poll_total" cascade;`)
    this.addSql(`drop table if exists "poll_vote" cascade;`)
  }
}
