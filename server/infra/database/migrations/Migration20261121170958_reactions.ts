import { Migration } from '@mikro-orm/migrations'

export class Migration20261121170958_reactions extends Migration {
  override name = 'Migration20261121170958_reactions'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "reaction" ("user_id" uuid not null, "reaction_id" uuid not null, "object_id" uuid not null, "object_type" text not null, "action" text not null, "created_at" timestamptz not null, primary key ("user_id", "reaction_id"));`,
    )
    this.addSql(
      `create index "reaction_user_id_action_created_at_index" on "reaction" ("user_id", "action", "created_at");`,
    )

    this.addSql(
      `create table "reaction_total" ("reaction_id" uuid not null, "total" int not null, primary key ("reaction_id"));`,
    )

    this.addSql(`alter table "reaction" add constraint "reaction_object_type_check" check ("object_type" in ('feed'));`)
    this.addSql(
      `alter table "reaction" add constraint "reaction_action_check" check ("action" in ('like', 'bookmark'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "reaction" cascade;`)
    this.addSql(`drop table if exists "reaction_total" cascade;`)
  }
}
