import { Migration } from '@mikro-orm/migrations'

/** Blocks of accounts and of countries. */
export class Migration20261126143500_blocks extends Migration {
  override name = 'Migration20261126143500_blocks'

  override up(): void {
    this.addSql(
      `create table "block" ("performer_id" uuid not null, "user_id" uuid not null, "reason" varchar(200) not null default '', "created_at" timestamptz not null, primary key ("performer_id", "user_id"));`,
    )
    this.addSql(`create index "block_user_id_index" on "block" ("user_id");`)
    this.addSql(`alter table "user" add "country_seen" varchar(2) null;`)
    this.addSql(`alter table "performer" add "blocked_countries" text[] not null default '{}';`)
  }

  override down(): void {
    this.addSql(`alter table "performer" drop column "blocked_countries";`)
    this.addSql(`alter table "user" drop column "country_seen";`)
    this.addSql(`drop table "block";`)
  }
}
