import { Migration } from '@mikro-orm/migrations'

export class Migration20261121163509_follows extends Migration {
  override name = 'Migration20261121163509_follows'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "follow" ("follower_id" uuid not null, "performer_id" uuid not null, "created_at" timestamptz not null, primary key ("follower_id", "performer_id"));`,
    )
    this.addSql(`create index "follow_performer_id_created_at_index" on "follow" ("performer_id", "created_at");`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "follow" cascade;`)
  }
}
